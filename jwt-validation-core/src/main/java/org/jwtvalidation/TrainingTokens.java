package org.jwtvalidation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;

/**
 * Tokens with which validation is trained, and the key that verifies them. Their private keys no
 * longer exist. They are valid from 2026 to 2100, and take the branches that tokens take: they
 * differ in header, issuer, claims and padding, one in four ends in the last octets of a block of
 * SHA-256, and numbers of some signatures begin with the octet of the order of their group.
 *
 * @param jwkSet the text of the JWK Set
 * @param compact the tokens
 */
record TrainingTokens(String jwkSet, List<String> compact) {

  private static final List<String> ISSUERS =
      List.of(
          "https://training.example", "https://b.training.example", "https://c.training.example");

  private static final TrainingTokens RS256 =
      new TrainingTokens(
          "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"RS256-1\",\"n\":\"y5sYjD79j3qBGh159Wm"
              + "qSMBuj3E50l9GQ952fsa-1gX5CfX9itsbVTkGAN700EJL-bOirqbLu_ygU9asJEqwSynElsvxWnp6avHFTptsnap"
              + "Krtc-Q_YGA0qBqheJSCwgT5ppfv_25_lib3yDluWdtuFwvhFxfg_5j-XU1H2Zt85umofiJ5uG5ylPxtN7hM4Qg7j"
              + "4IM4PucFnbLmHVX6geqzjekh1aqBxtCdczMc_bo8boO2uxSRwdNXm-KYA6CsVZaauYQt0TO4lis673WlN78zs_HG"
              + "C7m7FXm2B_kuMyz8lHG__wXmQ8kuODMfTHFRIG8SQcKbWiKBucm1eYrrSzQ\",\"e\":\"AQAB\"}]}",
          List.of(
              "eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IlJTMjU2LTEifQ.eyJpc3MiOiJodHRwczovL3RyY"
                  + "WluaW5nLmV4YW1wbGUiLCJzdWIiOiJ4eDdjMWQ2YjllLTVhNGYiLCJhdWQiOiJ0cmFpbmluZyIsImlhdCI6MTc2N"
                  + "zIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwLCJzY29wZSI6Im9yZGVyczpyZWFkIG9yZGVyczp3cml0ZSIsImNsaWVud"
                  + "F9pZCI6InNob3AiLCJqdGkiOiIwMUhaWCJ9.Ujoo-Mx_XHGipe4F81qHRV7PVn4i5sdH9XnduP5yqT9J-sfQkDNC"
                  + "rwFtwQGAgm-nRIlyL-EIQeuV8VtnmwdpS3vK3m1QOUXzM1ZpKyolFLiRD24b1DthtgnlZpf_Tk5I283t-5ZjOqHp"
                  + "ZCFzfrtOHK3uOwVX2xzqp2IWOc7pPlahsl22rNIL4j6D8fmcMXosY5oW7yTgz28tDkY3B3w-tucGdp1OBJTJtBkc"
                  + "PgC65sRgjWqbphZQq1oY0L_MK-Gr3SvnStkMNwUecLJMDbm2PWJbBObNESoE78VG42mhJC1xh_e83nOLQRnbYX3r"
                  + "WpgPbwbdj7qMRhaOE5wv13pdwA",
              "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IlJTMjU2LTEifQ.eyJleHAiOjQxMDI0NDQ4MDAsImlhd"
                  + "CI6MTc2NzIyNTYwMCwiYXV0aF90aW1lIjoxNzY3MjI1NTkwLCJqdGkiOiJiMmYwIiwiaXNzIjoiaHR0cHM6Ly9iL"
                  + "nRyYWluaW5nLmV4YW1wbGUiLCJhdWQiOlsiYWNjb3VudCIsInRyYWluaW5nIl0sInN1YiI6Inh4eHh4eHh4eHh4e"
                  + "Hh4eHh4eHh4eHh4eHh4eHh4eHh4ZjoyMzpqbyIsInR5cCI6IkJlYXJlciIsImF6cCI6ImFwcCIsImFjciI6IjEiL"
                  + "CJyZWFsbV9hY2Nlc3MiOnsicm9sZXMiOlsiY2xlcmsiLCJwYWNrZXIiXX0sInJlc291cmNlX2FjY2VzcyI6eyJhY"
                  + "2NvdW50Ijp7InJvbGVzIjpbInZpZXciXX19LCJzY29wZSI6Im9wZW5pZCBlbWFpbCIsImVtYWlsX3ZlcmlmaWVkI"
                  + "jp0cnVlLCJuYW1lIjoiSm8gTVx1MDBmY2xsZXIiLCJlbWFpbCI6ImpvQHNob3AuZXhhbXBsZSIsImFtciI6bnVsb"
                  + "CwicmF0ZSI6MC41fQ.FQ2uUSsdnV1n4mMgtugFC28kXeXwGuykIWQzKteB614pB4Bzm1NOG3B4oUHXE3WlPQzaaL"
                  + "aIXG_s_vs1W1hnaH2jKp1imI1IlucseV_rsGb-d4JfGKSukqnWiGwuykSosywN4Pw65NGVOJwokIWquz6LBkNSoZ"
                  + "ayRNqLlawrpzOuGBuaZl-n-F-oUNY3vGXyodw-NQlY_9YCxOT3j8sMbDqA7yLZ-Hu2d7Xin8pQ0w91ZrbqsWeHP7"
                  + "614YMqpWVLLWMxo4RmiAHD85cSLlHKSzhM_mrGO90dnBic-Oww5-JnOfwb2mzdxJwnXn9wh2SIOhjSHrn6FEPWJq"
                  + "uh6gKNcA",
              "eyJ0eXAiOiJKV1QiLCJraWQiOiJSUzI1Ni0xIiwiYWxnIjoiUlMyNTYifQ.eyJhdWQiOiJ0cmFpbmluZyIsImlzc"
                  + "yI6Imh0dHBzOi8vdHJhaW5pbmcuZXhhbXBsZSIsImlhdCI6MTc2NzIyNTYwMCwibmJmIjoxNzY3MjI1NjAwLCJle"
                  + "HAiOjQxMDI0NDQ4MDAsInN1YiI6InUiLCJzY3AiOlsiYSIsImIiXX0.npXHS1C67R0IHXK3j3w1w8EaKPysAu2Qt"
                  + "xd-IVYSkpD3lwNRgTVXusVbye3duxfPyu19QI4_856wZusMfQo4TdRBIqkXjQ_d2dHUvXgLkn8tTyPbN4ZwpW6vc"
                  + "yo4AKAa-ESLjn6kuspC92tpw25ySnhvFdpKsrfxZYmIxbXx5yJyrROZo0LZ8BluY2knRFy6QrsQJukzGr-KEnmd8"
                  + "KMQGmmFI-BpAVKzbhiA-4RXVJHjkxqjLwertc7XtAuo32NS2GOXuFYCtb1J6gTHNoiLA417gTyyb8tgnrmAq9DQw"
                  + "EJcDfVgkhaNxCcp8_0eHLE58PkDEegvN0190RilNglwJA",
              "eyJraWQiOiJSUzI1Ni0xIiwiYWxnIjoiUlMyNTYifQ.eyJpc3MiOiJodHRwczovL2MudHJhaW5pbmcuZXhhbXBsZ"
                  + "SIsImF1ZCI6InRyYWluaW5nIiwiaWF0IjoxNzY3MjI1NjAwLCJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InVzZXItN"
                  + "CIsImdyb3VwcyI6WyJldSIsIm5vcnRoIl0sInRlbmFudCI6InQtNyIsImRhdGEiOiIwMTIzNDU2Nzg5YWJjZGVmM"
                  + "DEyMzQ1Njc4OWFiY2RlZiJ9.ruFKtMH4dkAn5CU_uSTOdrLrshtv-NRi7pdSuu2dode5P9eSlx2AVO9-OYGsDEa0"
                  + "J9oxxyOmi_MN2UiiBcSsM6O8_UdVNU5pMStJn1C4Ue92cLa6s4sxSnlLZq48seOwTUxsVPaUfjO8FyaTMmDywJW9"
                  + "H954rNLaz6GGzAXlBmDsXv-QU6DhxxBmkMEltxtu6UvWwxDMuSjkf6LaQAavcT4rO0AU8Kgv0Uynx0xS9w85HuQ9"
                  + "pnBoKp_nN95OJd9XidZJm-d4xzdjfperkleJJCJsdPkyFJjfRsRZunhPObLDe0PpDkXTeMOQtyE7veZ34Cd7eoYX"
                  + "8hWxMViI6KaT7g"));

  private static final TrainingTokens ES256 =
      new TrainingTokens(
          "{\"keys\":[{\"kty\":\"EC\",\"use\":\"sig\",\"alg\":\"ES256\",\"kid\":\"ES256-1\",\"crv\":\"P-256\",\"x\":\"SNLZ7t"
              + "5h1hHFiY4ispztkIie5bt1WytoIw9veTmDK24\",\"y\":\"tZUFKctyghXlx60OtVlhlO8glVpzHE0crxo2zycbmi0\""
              + "}]}",
          List.of(
              "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IkVTMjU2LTEifQ.eyJpc3MiOiJodHRwczovL3RyY"
                  + "WluaW5nLmV4YW1wbGUiLCJzdWIiOiJ4eDdjMWQ2YjllLTVhNGYiLCJhdWQiOiJ0cmFpbmluZyIsImlhdCI6MTc2N"
                  + "zIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwLCJzY29wZSI6Im9yZGVyczpyZWFkIG9yZGVyczp3cml0ZSIsImNsaWVud"
                  + "F9pZCI6InNob3AiLCJqdGkiOiIwMUhaWCJ9._0Z2VhogMEpXfXo52JHB0Oa6jn6If_-PxjYeHxJruRuwgI23uyWD"
                  + "DH38YGY_82Y7XKrCKXzwSi9MRIrCwyMQGw",
              "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IkVTMjU2LTEifQ.eyJleHAiOjQxMDI0NDQ4MDAsImlhd"
                  + "CI6MTc2NzIyNTYwMCwiYXV0aF90aW1lIjoxNzY3MjI1NTkwLCJqdGkiOiJiMmYwIiwiaXNzIjoiaHR0cHM6Ly9iL"
                  + "nRyYWluaW5nLmV4YW1wbGUiLCJhdWQiOlsiYWNjb3VudCIsInRyYWluaW5nIl0sInN1YiI6Inh4eHh4eHh4eHh4e"
                  + "Hh4eHh4eHh4eHh4eHh4eHh4eHh4ZjoyMzpqbyIsInR5cCI6IkJlYXJlciIsImF6cCI6ImFwcCIsImFjciI6IjEiL"
                  + "CJyZWFsbV9hY2Nlc3MiOnsicm9sZXMiOlsiY2xlcmsiLCJwYWNrZXIiXX0sInJlc291cmNlX2FjY2VzcyI6eyJhY"
                  + "2NvdW50Ijp7InJvbGVzIjpbInZpZXciXX19LCJzY29wZSI6Im9wZW5pZCBlbWFpbCIsImVtYWlsX3ZlcmlmaWVkI"
                  + "jp0cnVlLCJuYW1lIjoiSm8gTVx1MDBmY2xsZXIiLCJlbWFpbCI6ImpvQHNob3AuZXhhbXBsZSIsImFtciI6bnVsb"
                  + "CwicmF0ZSI6MC41fQ.JPFWrwKpt1rvcEPJhhib-OdfR0L5-kv47bHO-MZ2lQr_hF9EumsvsFq-ej7mhVNjt8nXHb"
                  + "EFYmZZR1XzGnWjBg",
              "eyJ0eXAiOiJKV1QiLCJraWQiOiJFUzI1Ni0xIiwiYWxnIjoiRVMyNTYifQ.eyJhdWQiOiJ0cmFpbmluZyIsImlzc"
                  + "yI6Imh0dHBzOi8vdHJhaW5pbmcuZXhhbXBsZSIsImlhdCI6MTc2NzIyNTYwMCwibmJmIjoxNzY3MjI1NjAwLCJle"
                  + "HAiOjQxMDI0NDQ4MDAsInN1YiI6InUiLCJzY3AiOlsiYSIsImIiXX0.weuOlu3RnQuZxN-ekP4ZMY0lN-uRqEZDT"
                  + "DAVhNjz8ue5txwYkWVyPRy4iND3cKAZBzh5fg0tZJJwef7qSulfyw",
              "eyJraWQiOiJFUzI1Ni0xIiwiYWxnIjoiRVMyNTYifQ.eyJpc3MiOiJodHRwczovL2MudHJhaW5pbmcuZXhhbXBsZ"
                  + "SIsImF1ZCI6InRyYWluaW5nIiwiaWF0IjoxNzY3MjI1NjAwLCJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InVzZXItN"
                  + "CIsImdyb3VwcyI6WyJldSIsIm5vcnRoIl0sInRlbmFudCI6InQtNyIsImRhdGEiOiIwMTIzNDU2Nzg5YWJjZGVmM"
                  + "DEyMzQ1Njc4OWFiY2RlZiJ9.VzunwGJY95u5LFrCfqFoLIsRf-b6kkELu80g1HlMpht1UaD4BL69c_XjXOE7Rj7g"
                  + "eBNb9qdu6_DHiiZ9qUMotw"));

  private static final TrainingTokens ED25519 =
      new TrainingTokens(
          "{\"keys\":[{\"kty\":\"OKP\",\"use\":\"sig\",\"alg\":\"Ed25519\",\"kid\":\"Ed25519-1\",\"crv\":\"Ed25519\",\"x\":"
              + "\"q_1g20K-BDrlmGQxq_dNQJLCdOn-PJ1afcqrspz9jdY\"}]}",
          List.of(
              "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiYXQrand0Iiwia2lkIjoiRWQyNTUxOS0xIn0.eyJpc3MiOiJodHRwczov"
                  + "L3RyYWluaW5nLmV4YW1wbGUiLCJzdWIiOiJ4eDdjMWQ2YjllLTVhNGYiLCJhdWQiOiJ0cmFpbmluZyIsImlhdCI6"
                  + "MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwLCJzY29wZSI6Im9yZGVyczpyZWFkIG9yZGVyczp3cml0ZSIsImNs"
                  + "aWVudF9pZCI6InNob3AiLCJqdGkiOiIwMUhaWCJ9.RQnUDRF0rgOitnpJpojqBFoTBxt_h2iJuEVitWxhe2ORYuD"
                  + "yiE3QulGm_J4HCFDBRXss0sAkdPQZrjMFu9xNDQ",
              "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiSldUIiwia2lkIjoiRWQyNTUxOS0xIn0.eyJleHAiOjQxMDI0NDQ4MDAs"
                  + "ImlhdCI6MTc2NzIyNTYwMCwiYXV0aF90aW1lIjoxNzY3MjI1NTkwLCJqdGkiOiJiMmYwIiwiaXNzIjoiaHR0cHM6"
                  + "Ly9iLnRyYWluaW5nLmV4YW1wbGUiLCJhdWQiOlsiYWNjb3VudCIsInRyYWluaW5nIl0sInN1YiI6Inh4eHh4eHh4"
                  + "eHh4eHh4eHh4eHh4eHh4eHh4eHh4ZjoyMzpqbyIsInR5cCI6IkJlYXJlciIsImF6cCI6ImFwcCIsImFjciI6IjEi"
                  + "LCJyZWFsbV9hY2Nlc3MiOnsicm9sZXMiOlsiY2xlcmsiLCJwYWNrZXIiXX0sInJlc291cmNlX2FjY2VzcyI6eyJh"
                  + "Y2NvdW50Ijp7InJvbGVzIjpbInZpZXciXX19LCJzY29wZSI6Im9wZW5pZCBlbWFpbCIsImVtYWlsX3ZlcmlmaWVk"
                  + "Ijp0cnVlLCJuYW1lIjoiSm8gTVx1MDBmY2xsZXIiLCJlbWFpbCI6ImpvQHNob3AuZXhhbXBsZSIsImFtciI6bnVs"
                  + "bCwicmF0ZSI6MC41fQ.lEoCSog3ra39mBtOudU-Y70HxzbC-I8LWEgN2PqnG4UU8VlmPitEIyqR5Gsr_3OYefinB"
                  + "w5dK_mE6rN9orffAw",
              "eyJ0eXAiOiJKV1QiLCJraWQiOiJFZDI1NTE5LTEiLCJhbGciOiJFZDI1NTE5In0.eyJhdWQiOiJ0cmFpbmluZyIs"
                  + "ImlzcyI6Imh0dHBzOi8vdHJhaW5pbmcuZXhhbXBsZSIsImlhdCI6MTc2NzIyNTYwMCwibmJmIjoxNzY3MjI1NjAw"
                  + "LCJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InUiLCJzY3AiOlsiYSIsImIiXX0.hVBv8DqBrQDIWF8OAa4uy8Z7Bh8R"
                  + "bgFeFYsOWmnn207jBeT2WQRtK9UQpPSeVmly5PTZ4qyrArCE02oRhlrrAQ",
              "eyJraWQiOiJFZDI1NTE5LTEiLCJhbGciOiJFZDI1NTE5In0.eyJpc3MiOiJodHRwczovL2MudHJhaW5pbmcuZXhh"
                  + "bXBsZSIsImF1ZCI6InRyYWluaW5nIiwiaWF0IjoxNzY3MjI1NjAwLCJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InVz"
                  + "ZXItNCIsImdyb3VwcyI6WyJldSIsIm5vcnRoIl0sInRlbmFudCI6InQtNyIsImRhdGEiOiIwMTIzNDU2Nzg5YWJj"
                  + "ZGVmMDEyMzQ1Njc4OWFiY2RlZiJ9.235wYdLY2ApppxBrY8lAthoBHLq8a32SlV5BsyHNfKiKtebOMwJ1aBK_pm0"
                  + "-LzbHuIqUDwZjodwMpAZaOh4HAA"));

  /** The tokens for an algorithm, or null if this library has no arithmetic for it. */
  static @Nullable TrainingTokens of(SignatureAlgorithm algorithm) {
    return switch (algorithm.joseName()) {
      case "RS256", "RS384", "RS512", "PS256", "PS384", "PS512" -> RS256;
      case "ES256" -> ES256;
      case "Ed25519" -> ED25519;
      default -> null;
    };
  }

  /** A new validator that accepts all tokens, and caches none. */
  TokenValidator validator() {
    return validator(ISSUERS);
  }

  /** The tokens of the first issuer. */
  List<String> compactOfOneIssuer() {
    return List.of(compact.get(0), compact.get(2));
  }

  /** A new validator that accepts the tokens of the first issuer alone, and caches none. */
  TokenValidator validatorOfOneIssuer() {
    return validator(ISSUERS.subList(0, 1));
  }

  private TokenValidator validator(List<String> issuers) {
    TokenValidator.Builder validator = TokenValidator.builder().cacheSize(0);
    JwkSet keys = JwkSet.parse(jwkSet);
    issuers.forEach(issuer ->
        validator.issuer(
            IssuerConfig.builder(issuer)
                .audience("training")
                .keySource(KeySource.of(keys))
                .build()));
    return validator.build();
  }
}
