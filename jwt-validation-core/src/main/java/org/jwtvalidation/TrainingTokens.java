package org.jwtvalidation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;

/**
 * Tokens of different shapes and lengths with which validation is trained, and the key that
 * verifies them. Their private keys no longer exist. They are valid from 2026 to 2100. One in four
 * ends in the last octets of a block of SHA-256, which pads it in another way.
 *
 * @param jwkSet the text of the JWK Set
 * @param compact the tokens
 */
record TrainingTokens(String jwkSet, List<String> compact) {

  private static final TrainingTokens RS256 =
      new TrainingTokens(
          "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"RS256-1\",\"n\":\"swIMTwsB9dUwEeZAJZy"
              + "B-dk7-rOlY0HMVzOnoyi0lq-Tjh8dr7pxdq9bPcVx9A68-a8ijK4GxHblMrONfIDA6awkyEenVz5kKQIlDa3XzvT"
              + "tHarAUy4gue_geu-zpeDgclATQVInliiNjILmolnyIec6MODpHC08a7shaHz8uXMVmgaqYGni2EvB2Fq9uu_DqPU"
              + "fVFnablsibOTCoUn5S-o_WqUiQl9BzJRz2My4XpxXO3xxt-38AcBwnH5t-KN-UNnRE8k7Ljv5VkCPUUdvPhGR7Cg"
              + "ECUb50V7wlJAUsHnzN19nOGleybaWBnvBfa8M3pvalnZy9C1HOD-xQGCzYQ\",\"e\":\"AQAB\"}]}",
          List.of(
              "eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IlJTMjU2LTEifQ.eyJpc3MiOiJodHRwczovL3RyY"
                  + "WluaW5nLmV4YW1wbGUiLCJzdWIiOiJ4eDdjMWQ2YjllLTVhNGYiLCJhdWQiOiJ0cmFpbmluZyIsImlhdCI6MTc2N"
                  + "zIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwLCJzY29wZSI6Im9yZGVyczpyZWFkIG9yZGVyczp3cml0ZSIsImNsaWVud"
                  + "F9pZCI6InNob3AiLCJqdGkiOiIwMUhaWCJ9.rIINUIKyFHJRvgmTZQFKLJcfMhkNBDx7f3dc4i_7NxxdEYnwV6NR"
                  + "AtglDdUwMVG4xquiLuN759bHVvLV8wUvuxpY-_X6t_noGcRWrM6rDE61B9yUcZf0F0FlxA5walX9sz9ZjgTELYXj"
                  + "ySmHND4_4TPyDqDqnftGj7HrzMSxVJhE4CZAq1nMU3K3Fzj8tQoEn5xY3v2M43Td6g3HuAni2evPJlBVhu-CLy_1"
                  + "T6UgctUCwjSUpZJDDBm2fgsrq7OuIPd4BQ4d2siqWEPtGyAS0nV1XTuR_13htAS0rjLB3RU1JSFdT2i5hTd6SOGJ"
                  + "uQ5r_WaB0IR-blcum6xEbffe7Q",
              "eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IlJTMjU2LTEifQ.eyJleHAiOjQxMDI0NDQ4MDAsI"
                  + "mlhdCI6MTc2NzIyNTYwMCwiYXV0aF90aW1lIjoxNzY3MjI1NTkwLCJqdGkiOiJiMmYwIiwiaXNzIjoiaHR0cHM6L"
                  + "y90cmFpbmluZy5leGFtcGxlIiwiYXVkIjpbImFjY291bnQiLCJ0cmFpbmluZyJdLCJzdWIiOiJ4eHh4eHh4eHh4e"
                  + "Hh4eHh4eHh4eHh4eHh4eHh4eHh4ZjoyMzpqbyIsInR5cCI6IkJlYXJlciIsImF6cCI6ImFwcCIsImFjciI6IjEiL"
                  + "CJyZWFsbV9hY2Nlc3MiOnsicm9sZXMiOlsiY2xlcmsiLCJwYWNrZXIiXX0sInJlc291cmNlX2FjY2VzcyI6eyJhY"
                  + "2NvdW50Ijp7InJvbGVzIjpbInZpZXciXX19LCJzY29wZSI6Im9wZW5pZCBlbWFpbCIsImVtYWlsX3ZlcmlmaWVkI"
                  + "jp0cnVlLCJuYW1lIjoiSm8gTVx1MDBmY2xsZXIiLCJlbWFpbCI6ImpvQHNob3AuZXhhbXBsZSIsImFtciI6bnVsb"
                  + "CwicmF0ZSI6MC41fQ.U5a_onpube79cwChHAZY3tweOpc8YGgzDq7-AFWy7JLGY31D9w2-Wo44S2th1mZxUHOtNm"
                  + "PADboxNZBgwayQrvYvD9Gow1ZN2_SRwmE9tFuVhhACfXc1e6b7Tn6sHHNpBcERoHDcyui0Rwc04gfl-sUaSkMVgK"
                  + "1DVi9alEjzf4kng8lRY9darfsXG9g4IVVQztyF6JV1MaB3yoU2TK73QcPVK67e-wn2Uhc_nw06hQ5x952asVXlnZ"
                  + "3pgjEAG4nLaCuq7pKdbAtvboz_HTA10VDlNN4IOuRkJ6DutESpPvAdO1Ff-wfsUjbDvI8c9-E8wZwrxzySe82WtY"
                  + "uHnG2F_Q",
              "eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IlJTMjU2LTEifQ.eyJhdWQiOiJ0cmFpbmluZyIsI"
                  + "mlzcyI6Imh0dHBzOi8vdHJhaW5pbmcuZXhhbXBsZSIsImlhdCI6MTc2NzIyNTYwMCwibmJmIjoxNzY3MjI1NjAwL"
                  + "CJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InUiLCJzY3AiOlsiYSIsImIiXX0.OfTyT_I3WcxSVDVoF3tT_Ig-fR-Fg"
                  + "-PJ-XXt2LFwKAdoxJKdsHqokRMDssTTWVNmvUkqySlx8pJyFqtYo8YU7W0R9Awj68ptX71GSO9nYpoqgVAaeQEVZ"
                  + "LqgxN5Lr0lqYXxw3RusmzttgwxIQP2q8DH3wg-YrNuXnNoZrqiGeG6B59emDtoydvDvfHCJF3OX_1fKIejRgGu_n"
                  + "Npx5x9nic_Hr-4yUAf72JFfoTi5C1Wuv62WJ5CdOtH07plXt2kSCyBldUE2DHzB_rwUXq9PdaUrG17T5JC1u5jtu"
                  + "LYp3e0leHDekJqOwHK1bnatwM0Q866ROlLcOJbm4sEb_z8yvg",
              "eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IlJTMjU2LTEifQ.eyJpc3MiOiJodHRwczovL3RyY"
                  + "WluaW5nLmV4YW1wbGUiLCJhdWQiOiJ0cmFpbmluZyIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwL"
                  + "CJzdWIiOiJ1c2VyLTQiLCJncm91cHMiOlsiZXUiLCJub3J0aCJdLCJ0ZW5hbnQiOiJ0LTciLCJkYXRhIjoiMDEyM"
                  + "zQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYifQ.sSpL_Y7CL6vsnwTULL_BwfwBO2mtbwfvTTbMscarLoh5Xr"
                  + "yNFN_q0CX3SG9BE0iBJUxvNokL-WhgRPWoQWu82SdFIFaynFd4RCKpUAMTwUsQ4fUxf8MH4kAIGR5E5nN4ror50a"
                  + "AU0hBlG2oXvX9ym_1GXHsmpMXwqLXz7Q5Ad6_QiMkOoZjwLU2VVI2kogb3ErDR2rVs2zchIwnz01VxiGv5bRur35"
                  + "8mjbwL787R7jNlsXYM0BkbB05cwRNDg6Dfu05EM66Nr76c9lIfQPx67uNH7RvOh1hgx5en7ekrk3_7pSZ9odTmEM"
                  + "RDF7a2tP1ns8_IzashgokVCUIfbKmxsA"));

  private static final TrainingTokens ES256 =
      new TrainingTokens(
          "{\"keys\":[{\"kty\":\"EC\",\"use\":\"sig\",\"alg\":\"ES256\",\"kid\":\"ES256-1\",\"crv\":\"P-256\",\"x\":\"0K7DcP"
              + "m3YLTvtex2Jt3nmVvPB_XIz9V_kO5v5AMJpf4\",\"y\":\"LJXa152x3jU1IVqy5NfMOOaRNSwN0UMGPmV8I_09hW4\""
              + "}]}",
          List.of(
              "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IkVTMjU2LTEifQ.eyJpc3MiOiJodHRwczovL3RyY"
                  + "WluaW5nLmV4YW1wbGUiLCJzdWIiOiJ4eDdjMWQ2YjllLTVhNGYiLCJhdWQiOiJ0cmFpbmluZyIsImlhdCI6MTc2N"
                  + "zIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwLCJzY29wZSI6Im9yZGVyczpyZWFkIG9yZGVyczp3cml0ZSIsImNsaWVud"
                  + "F9pZCI6InNob3AiLCJqdGkiOiIwMUhaWCJ9.L-_e_evoFr_tV1fu8bXNSiti25XkYS9LX8dH_HHpGTxcA_X57Fsq"
                  + "xG1cSqx7G42O1XjisKiRQK8dAeNrNqpolw",
              "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IkVTMjU2LTEifQ.eyJleHAiOjQxMDI0NDQ4MDAsI"
                  + "mlhdCI6MTc2NzIyNTYwMCwiYXV0aF90aW1lIjoxNzY3MjI1NTkwLCJqdGkiOiJiMmYwIiwiaXNzIjoiaHR0cHM6L"
                  + "y90cmFpbmluZy5leGFtcGxlIiwiYXVkIjpbImFjY291bnQiLCJ0cmFpbmluZyJdLCJzdWIiOiJ4eHh4eHh4eHh4e"
                  + "Hh4eHh4eHh4eHh4eHh4eHh4eHh4ZjoyMzpqbyIsInR5cCI6IkJlYXJlciIsImF6cCI6ImFwcCIsImFjciI6IjEiL"
                  + "CJyZWFsbV9hY2Nlc3MiOnsicm9sZXMiOlsiY2xlcmsiLCJwYWNrZXIiXX0sInJlc291cmNlX2FjY2VzcyI6eyJhY"
                  + "2NvdW50Ijp7InJvbGVzIjpbInZpZXciXX19LCJzY29wZSI6Im9wZW5pZCBlbWFpbCIsImVtYWlsX3ZlcmlmaWVkI"
                  + "jp0cnVlLCJuYW1lIjoiSm8gTVx1MDBmY2xsZXIiLCJlbWFpbCI6ImpvQHNob3AuZXhhbXBsZSIsImFtciI6bnVsb"
                  + "CwicmF0ZSI6MC41fQ.Zb_AfM7LnUN9y0DMRbVk9Cn1LTCsPv7-Ttp_LQSsQDhPVIE7e-bucgn2WfXic3KWQ6yju9"
                  + "CHR2qeSMHcyu0BYw",
              "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IkVTMjU2LTEifQ.eyJhdWQiOiJ0cmFpbmluZyIsI"
                  + "mlzcyI6Imh0dHBzOi8vdHJhaW5pbmcuZXhhbXBsZSIsImlhdCI6MTc2NzIyNTYwMCwibmJmIjoxNzY3MjI1NjAwL"
                  + "CJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InUiLCJzY3AiOlsiYSIsImIiXX0.wMSKeGbzOr05jEPaJR9M6cieu0vW5"
                  + "wMi1TNJNYkAdYfqJCDEZ8EQ2sq3I5niUP3EqGT1N45BgwVq0PHkfyoAyQ",
              "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IkVTMjU2LTEifQ.eyJpc3MiOiJodHRwczovL3RyY"
                  + "WluaW5nLmV4YW1wbGUiLCJhdWQiOiJ0cmFpbmluZyIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwL"
                  + "CJzdWIiOiJ1c2VyLTQiLCJncm91cHMiOlsiZXUiLCJub3J0aCJdLCJ0ZW5hbnQiOiJ0LTciLCJkYXRhIjoiMDEyM"
                  + "zQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYifQ.JuuAzFRCVnrsyhWvZzAnAI2MJiMKbZO9LTWza8U4m0F_D_"
                  + "nhm6xhq37OKYde82P--xppmAUHkfRzPiaqg7UWwQ"));

  private static final TrainingTokens ED25519 =
      new TrainingTokens(
          "{\"keys\":[{\"kty\":\"OKP\",\"use\":\"sig\",\"alg\":\"Ed25519\",\"kid\":\"Ed25519-1\",\"crv\":\"Ed25519\",\"x\":"
              + "\"5SuobG3ioXzVCznPde57bTNVYG12twt3B9VSakzohYs\"}]}",
          List.of(
              "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiYXQrand0Iiwia2lkIjoiRWQyNTUxOS0xIn0.eyJpc3MiOiJodHRwczov"
                  + "L3RyYWluaW5nLmV4YW1wbGUiLCJzdWIiOiJ4eDdjMWQ2YjllLTVhNGYiLCJhdWQiOiJ0cmFpbmluZyIsImlhdCI6"
                  + "MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwLCJzY29wZSI6Im9yZGVyczpyZWFkIG9yZGVyczp3cml0ZSIsImNs"
                  + "aWVudF9pZCI6InNob3AiLCJqdGkiOiIwMUhaWCJ9.Zcl_4ssabnWtr0Mk0CyGaHbkwTijjVnoGgUD5WUme09sFhr"
                  + "DtmiplmMyR9e6DMne7iQX2NF0YV95YgHmtSkrCw",
              "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiYXQrand0Iiwia2lkIjoiRWQyNTUxOS0xIn0.eyJleHAiOjQxMDI0NDQ4"
                  + "MDAsImlhdCI6MTc2NzIyNTYwMCwiYXV0aF90aW1lIjoxNzY3MjI1NTkwLCJqdGkiOiJiMmYwIiwiaXNzIjoiaHR0"
                  + "cHM6Ly90cmFpbmluZy5leGFtcGxlIiwiYXVkIjpbImFjY291bnQiLCJ0cmFpbmluZyJdLCJzdWIiOiJ4eHh4eHh4"
                  + "eHh4eHh4eHh4eHh4eHh4eHh4eHh4ZjoyMzpqbyIsInR5cCI6IkJlYXJlciIsImF6cCI6ImFwcCIsImFjciI6IjEi"
                  + "LCJyZWFsbV9hY2Nlc3MiOnsicm9sZXMiOlsiY2xlcmsiLCJwYWNrZXIiXX0sInJlc291cmNlX2FjY2VzcyI6eyJh"
                  + "Y2NvdW50Ijp7InJvbGVzIjpbInZpZXciXX19LCJzY29wZSI6Im9wZW5pZCBlbWFpbCIsImVtYWlsX3ZlcmlmaWVk"
                  + "Ijp0cnVlLCJuYW1lIjoiSm8gTVx1MDBmY2xsZXIiLCJlbWFpbCI6ImpvQHNob3AuZXhhbXBsZSIsImFtciI6bnVs"
                  + "bCwicmF0ZSI6MC41fQ.Lforg6D0yK5nvPtp6xOFktjWR_6quv4Sw3wBl6s7MUA_ifUwQucMiVEQVTNP6YfJKZWst"
                  + "FRPbVnUNmIlRJkgDg",
              "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiYXQrand0Iiwia2lkIjoiRWQyNTUxOS0xIn0.eyJhdWQiOiJ0cmFpbmlu"
                  + "ZyIsImlzcyI6Imh0dHBzOi8vdHJhaW5pbmcuZXhhbXBsZSIsImlhdCI6MTc2NzIyNTYwMCwibmJmIjoxNzY3MjI1"
                  + "NjAwLCJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InUiLCJzY3AiOlsiYSIsImIiXX0.-tD67YT702QkMb0IUSGbtuKm"
                  + "sHsau936PulDU3hNm0Qub2xaBUxDtqsQxWrJLBvtA19UV68GbTpAJY-cpHjxDQ",
              "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiYXQrand0Iiwia2lkIjoiRWQyNTUxOS0xIn0.eyJpc3MiOiJodHRwczov"
                  + "L3RyYWluaW5nLmV4YW1wbGUiLCJhdWQiOiJ0cmFpbmluZyIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0"
                  + "ODAwLCJzdWIiOiJ1c2VyLTQiLCJncm91cHMiOlsiZXUiLCJub3J0aCJdLCJ0ZW5hbnQiOiJ0LTciLCJkYXRhIjoi"
                  + "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYifQ.18HBwnAk_fZvrFo83oq2PxpR_b0RwlcKj0L98nFAv"
                  + "DEibFZPImYamlynTnG5nMFo_xV_CsRL1bELoTBVkovPDA"));

  /** The tokens for an algorithm, or null if this library has no arithmetic for it. */
  static @Nullable TrainingTokens of(SignatureAlgorithm algorithm) {
    return switch (algorithm.joseName()) {
      case "RS256", "RS384", "RS512", "PS256", "PS384", "PS512" -> RS256;
      case "ES256" -> ES256;
      case "Ed25519" -> ED25519;
      default -> null;
    };
  }

  /** A new validator that accepts these tokens, and caches none. */
  TokenValidator validator() {
    return TokenValidator.builder()
        .issuer(
            IssuerConfig.builder("https://training.example")
                .audience("training")
                .keySource(KeySource.of(JwkSet.parse(jwkSet)))
                .build())
        .cacheSize(0)
        .build();
  }
}
