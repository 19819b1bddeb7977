// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Known answers of the RSA algorithms: signatures of "sample" by one key, made with OpenSSL. */
public final class RsaKnownAnswers {

  private static final String PUBLIC_KEY =
      "30820122300d06092a864886f70d01010105000382010f003082010a02820101"
          + "00df0d8ae4a613c850ebe8ef2f21d6c04f07a0e66045fef918ce44de7f24c8b8"
          + "5366fb758db99a6045641a1d9790f3415d4390572fbdb2cceefee5b6e6ceafb8"
          + "a0614320f62e3552874984a4d05823e3a1fd8c40f2667452e0cb601645c91434"
          + "9c1328886272654a97dd23f49b8d613cc90beb26570365e94864590a36e797cb"
          + "d0b9c473eaf66d47d22bcca552312d016e138b5d27beb9c72cf72a5fee6dfb6f"
          + "c810cd04f3d1c80838ce47afba4d9ccff9f9588e7f743c0d4908662b18f347ed"
          + "89c94fe213e9d2bf80eb2b5adf302996f4e64112e38c3980f95f1f7862e766aa"
          + "32ac1d50e659a329570959dd164091d987895651555d4ff5131d226bfffc778e"
          + "570203010001";

  private static final String MESSAGE = "73616d706c65";

  private static final Map<String, String> SIGNATURES =
      Map.of(
          "RS256",
          "98f3bbc08b94dab36fb0c44e93c3f50a5dc6be0f80d1a9ddc0f3db0cfcedf684"
              + "771323189d7e9c771ad2378265ce250d144df8fa53770f98bc092debc10d6b3c"
              + "44a09d611e0e22795469933b01f27f2b0b946ae63fe1a393a13553ca5ff58dc4"
              + "992278c29430c9b98d3f27c94bfc68737d564c93dea6d9d0fbfa31bc9b81ecca"
              + "2aa334906423d671717f5240ee5186ef8b0088a0386ac0240c8490815bc94454"
              + "8e2cdfe5853bb147645d7b60b115c58b8f0d6f5a3f35984cd4667e3943eaff8d"
              + "7a336f3bb207509bfb9594fb62395139f1d9eab345bbbb63b4d1088a233ef50f"
              + "c07199fd7aca7a2c8b5732e295efb83ef57e11183ee9f05fca6f66488e58aae9",
          "RS384",
          "56c80b5500c5989d5e00d1d477a9aa249637b954630e2ec045c3bd66ec43ddda"
              + "376107a256add4ce7be4f2fc7db887abf7e62751b97ebf2cb28f8b07d7235784"
              + "975d6974918c1fea315f9e40cac86eb77c1bca94e649f1a01a5a0c6b88b06490"
              + "a232a75f59d93b66a609969d67aa057491a96a3a94af59beb840f19588976337"
              + "c5c8038bfa7a28e7c8e965d0666e06672d917caf5b1343a3588a8176daa35115"
              + "c6442b0573a4f0bc27e0fc25b0d2853abed73c06eb740939a294d0534ca77e0c"
              + "1910f9eeacbaea999d091b4d32624f43e090a86c3afcf7834d48ebb5f1a38207"
              + "46a66d5c1029bd282758adaf7943f6d5518b7b26ebc5886e2620299fe83ff7a4",
          "RS512",
          "50a28248e220c56a36739b77528f83d7ca4201e2fd4530ce78a9e95fd459b91e"
              + "436641e4fdc732a2d1afb8356eb85601c1da89400656e2a06e0371899a86a9cd"
              + "16b421cd82ed2a377f278ea4898f5a8f36b9c745e1bd0ad6eeb3b3e4209d2edd"
              + "ffd2bc11c1e987bd3a59384a6381893876a1d1f338038660db53e02aa22baf7c"
              + "e08e2a5d1c6283852708f6443ab0ddae13110c1ef5d2a719870d9266c71e18d5"
              + "f7752c6f12fa338fb1de3f3a4e35ab614f6877373752de1057aa79d1b845c399"
              + "e5baa084e29769b1aeaf1263da19772dce2e205be1a691dca63d16abc7c8e3be"
              + "46e58550fe246fbbced88b1a93adcc41597540784375c99e0b858f3ee07027fb",
          "PS256",
          "0384ac04d5238ecdb0a14108c575ea3087eeadef8193618061817545bb78a89e"
              + "83d93b066a30552ebe7f091a47c43febb1b79d4a6a0d6e078242c005bbc9e3e1"
              + "63345a1d74fb25448000e5d82fc006f0868cd08edb03c92c496c17aa07b939da"
              + "e4c9e95515d33c413f7462e5f25d0c473b62993487ab62769e12b13d471d6cfd"
              + "770cf6f551bafa6c8720a8b254208f28856d5de50a1768ce8f20ec4b3f59ac4f"
              + "2b2350d51cafa266bf9e4ed3447c8f8c891baa441e9e02b4819e96e416314a7a"
              + "78f8db32836d8842eb8c14997660e800a5771b015b3da3c7d3d810b5a9282ee9"
              + "2f4f89c4f9fd2a36c0ebf47d6d57f7b83f101b57b0dc2bd14c2abb31933ea491",
          "PS384",
          "3f53ff24b8363829f1311b21182f3577daf163ddcd7efe0537d7b16e22910d2f"
              + "e9c33142bccd9048aa23508c77228af13ca3c94ffef29ee33e20fb2075c32c6b"
              + "36b2caded1c3ccc1a7a7632e833a2a2ee2251490652e6dd8477822c6618a613d"
              + "48dd0ddd2a95e47f6085e258014680f0d63a8c6a9a38bbf488521d969775044b"
              + "88bfd15306e92da4d7ec8e7c518956057c04687766cbc63b032d4adcf68ee3b6"
              + "a9180f03599689e39d0df17a5ce9a7cb85cf3252702ea12f642c73fb7237f5fa"
              + "a27c3fea4e7ae299e04b8c215d92fea777e47dff0e745f8d55338a7971c1b8dd"
              + "8fcf67b8f35880db7c2b5b635372de4f681173ee2a6532824c3627499eab6962",
          "PS512",
          "d259b15b1078483ed4c8199ff306a36efe965e4324c1c4a8a6c95a2d8b347e0a"
              + "cc75e2e304bdafd4ab27dda180ee5a4bfb83a4712eca1f86fbd1cd2e95036f0b"
              + "99741a726d8b554728656dd19ff3f4619b034b42ca5d4eb5946626cb21cb648e"
              + "e8b2da3ecbcaca3232c590eb520bd037009e1dc7b3690fcd07dc95d2b1a394cc"
              + "6a7b23ca25e512e214e7a4ea68d75e80df061ad9b406c82244453082312f4a15"
              + "37592e80b6b619df45134fea43c8ff63ae55704ac74d7ea59867d657ac26fa39"
              + "2c5858071fb4f2c278e8de5315048611d00710d472ae4d650bbeabe03daef7a7"
              + "949f95a5951054e48f13d7ae3f79be8731ce522dc31539d42357108b5be40e26");

  private RsaKnownAnswers() {}

  /** The names of the RSA algorithms. */
  static Set<String> algorithms() {
    return SIGNATURES.keySet();
  }

  /** The known answer of an RSA algorithm. */
  public static KnownAnswer of(String algorithm) {
    String signature = Objects.requireNonNull(SIGNATURES.get(algorithm), algorithm);
    return new KnownAnswer(algorithm, "RSA", PUBLIC_KEY, MESSAGE, signature);
  }
}
