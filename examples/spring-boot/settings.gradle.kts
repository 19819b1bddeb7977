rootProject.name = "orders-spring-boot"
