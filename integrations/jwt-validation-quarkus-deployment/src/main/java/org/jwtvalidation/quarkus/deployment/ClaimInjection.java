// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.arc.processor.InjectionPointInfo;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.microprofile.jwt.Claim;
import org.eclipse.microprofile.jwt.ClaimValue;
import org.eclipse.microprofile.jwt.Claims;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassType;
import org.jboss.jandex.DotName;
import org.jboss.jandex.ParameterizedType;
import org.jboss.jandex.Type;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.quarkus.runtime.ClaimCreator;

/** Adds a bean for each type of claim that the application injects, and refuses other types. */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class ClaimInjection {

  static final DotName CLAIM = DotName.createSimple(Claim.class);

  private static final ClassType STRING = ClassType.create(String.class);

  /** So that the annotation is known to be a qualifier. */
  @BuildStep
  AdditionalBeanBuildItem qualifier() {
    return new AdditionalBeanBuildItem(Claim.class);
  }

  @BuildStep
  void claims(BeanDiscoveryFinishedBuildItem beans, BuildProducer<SyntheticBeanBuildItem> claims) {
    Set<Type> types = new LinkedHashSet<>();
    List<String> errors = new ArrayList<>();
    for (InjectionPointInfo point : beans.getInjectionPoints()) {
      AnnotationInstance claim = point.getRequiredQualifier(CLAIM);
      if (claim != null) {
        Type type = injectable(point.getRequiredType());
        if (type == null) {
          errors.add(
              point.getTargetInfo()
                  + ": a claim cannot be injected as "
                  + point.getRequiredType()
                  + "; use String, Long, Boolean or Set<String>, an Optional or ClaimValue of"
                  + " them, or JsonWebToken.getClaim");
        } else if (!namesOneClaim(claim)) {
          errors.add(
              point.getTargetInfo()
                  + ": "
                  + claim
                  + " does not name one claim; set either value or standard");
        } else {
          types.add(type);
        }
      }
    }
    if (!errors.isEmpty()) {
      // At once: the next step would say of these types only that no bean has them.
      throw new DeploymentException(String.join(System.lineSeparator(), errors));
    }
    types.forEach(type -> claims.produce(bean(type)));
  }

  private static SyntheticBeanBuildItem bean(Type type) {
    return SyntheticBeanBuildItem.configure(type.name())
        .identifier(type.toString())
        .types(type)
        .addQualifier(AnnotationInstance.builder(CLAIM).build())
        .scope(Dependent.class)
        .addInjectionPoint(ClassType.create(InjectionPoint.class))
        .addInjectionPoint(ClassType.create(JsonWebToken.class))
        .creator(ClaimCreator.class)
        .done();
  }

  private static boolean namesOneClaim(AnnotationInstance claim) {
    AnnotationValue value = claim.value();
    AnnotationValue standard = claim.value("standard");
    boolean hasName = value != null && !value.asString().isEmpty();
    boolean isStandard = standard != null && !standard.asEnum().equals(Claims.UNKNOWN.name());
    return hasName != isStandard;
  }

  /** The type without its annotations, or null if it is not supported. */
  private static @Nullable Type injectable(Type type) {
    return generic(type, ClaimValue.class, ClaimInjection::optionalOrPlain);
  }

  private static @Nullable Type optionalOrPlain(Type type) {
    return generic(type, Optional.class, ClaimInjection::plain);
  }

  private static @Nullable Type generic(
      Type type, Class<?> wrapper, Function<Type, @Nullable Type> inner) {
    if (!type.name().toString().equals(wrapper.getName())) {
      return inner.apply(type);
    }
    Type argument =
        type.kind() == Type.Kind.PARAMETERIZED_TYPE ? inner.apply(argument(type)) : null;
    return argument == null ? null : ParameterizedType.create(wrapper, argument);
  }

  private static Type argument(Type type) {
    return type.asParameterizedType().arguments().get(0);
  }

  private static @Nullable Type plain(Type type) {
    return switch (type.name().toString()) {
      case "java.lang.String" -> STRING;
      case "java.lang.Long" -> ClassType.create(Long.class);
      case "java.lang.Boolean" -> ClassType.create(Boolean.class);
      case "java.util.Set" ->
          type.kind() == Type.Kind.PARAMETERIZED_TYPE && argument(type).name().equals(STRING.name())
              ? ParameterizedType.create(Set.class, STRING)
              : null;
      default -> null;
    };
  }
}
