// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcpquarkus;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;
import java.util.TreeMap;
import org.jwtvalidation.examples.mcp.Scene;

/** Has the server listen where its configuration says that it is. */
public final class SceneResource implements QuarkusTestResourceLifecycleManager {

  private final Scene scene = new Scene();

  @Override
  public Map<String, String> start() {
    Map<String, String> options = new TreeMap<>(scene.options());
    options.put("quarkus.http.test-port", Integer.toString(scene.port()));
    return options;
  }

  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(scene, new TestInjector.MatchesType(Scene.class));
  }

  @Override
  public void stop() {
    scene.close();
  }
}
