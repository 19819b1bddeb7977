plugins {
    java
    id("org.springframework.boot") version "4.1.2"
}

repositories {
    mavenCentral()
}

tasks.withType<JavaCompile> {
    options.release = 17
}

dependencies {
    implementation(platform(org.springframework.boot.gradle.plugin.SpringBootPlugin.BOM_COORDINATES))
    implementation(platform("org.jwtvalidation:jwt-validation-bom:0.1.0-SNAPSHOT"))
    implementation("org.jwtvalidation:jwt-validation-spring-boot-starter")
    implementation("org.springframework.boot:spring-boot-starter-webmvc")
    implementation("org.springframework.boot:spring-boot-starter-actuator")
    testImplementation("org.jwtvalidation:jwt-validation-spring-boot-test")
    testImplementation("org.springframework.boot:spring-boot-starter-webmvc-test")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.test {
    useJUnitPlatform()
}
