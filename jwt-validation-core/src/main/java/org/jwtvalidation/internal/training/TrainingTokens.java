// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.training;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * Tokens with which validation is trained, and the key that verifies them. Their private keys no
 * longer exist. They are valid from 2026 to 2100, and take the branches that tokens take: they
 * differ in header, issuer, claims and padding, one in four ends in the last octets of a block of
 * SHA-256, one has a name outside Latin-1, and some signatures begin as the modulus or the order of
 * the group does.
 *
 * @param jwkSet the text of the JWK Set
 * @param compact the tokens
 */
public record TrainingTokens(String jwkSet, List<String> compact) {

  /** The issuers of the tokens; several are of the first. */
  public static final List<String> ISSUERS =
      List.of(
          "https://training.example", "https://b.training.example", "https://c.training.example");

  private static final TrainingTokens RS256 =
      new TrainingTokens(
          "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"RS256-1\",\"n\":"
              + "\"xhmZChSy05Igtl16anOM8bJoSeW_VIPo0eWvflbHyBRrOTHtz6KPpWOUQmDZyV5dHMgeh9fhB81n4m-LbYpLHW"
              + "sfdDSdlXZVoXWJ5hGDdi4GrdYC8t_qVhlcDIzLTIHDCP14b7Zfe6qIgUWTaojKs44HIowIQydBHQrH1v8JGpSBOi"
              + "exKZc88Gh7OulnnD8-A9rHIny98w7D-JiPDPARUJjhAm8v6O1snQZIXKO5wCVrUTA0P5y22nXgZbkDuxLM6psIzq"
              + "MYvERalosydlVt6YjFabGjv1f4D44ncHd7RYXcxpPTVNsTug_MQpxrGQlNw1A5Rutul5xn48VoZzO09w\",\"e\""
              + ":\"AQAB\"}]}",
          List.of(
              "eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IlJTMjU2LTEifQ.eyJpc3MiOiJodHRwczovL3RyY"
                  + "WluaW5nLmV4YW1wbGUiLCJzdWIiOiI3YzFkNmI5ZS01YTRmIiwiYXVkIjoidHJhaW5pbmciLCJpYXQiOjE3NjcyM"
                  + "jU2MDAsImV4cCI6NDEwMjQ0NDgwMCwic2NvcGUiOiJvcmRlcnM6cmVhZCBvcmRlcnM6d3JpdGUiLCJjbGllbnRfa"
                  + "WQiOiJzaG9wIiwianRpIjoiMDFIWlgwMDMyIn0.xg7ZfZPU_LnUfC2Av3ambyi-pHA8W-zrJRVN0ZHEH91Qznz95"
                  + "a28X4gxYE8HF8jmfJIiH5quuLwT2ZHSOXQQsEu5bfuNHEFqgGP_UGYKE5rH1Pok-gjiNBOOnT0JAk_9m3YvHlJ7u"
                  + "Vl3QWnoMP7LUBi9DeLrYiVdnvr0N6_12ZcFnDDJ-Agqsizql5yTeDB1kyqkExu0aMJHRrr0t_O8TL8i41fn8DGL2"
                  + "ohRUatbgN8Dt1pTJM0O7Ilw6a6vRJaS9GwiffQYHCyAP1thwb1ZIxQ93xXzT8XLf44mRgQnfcXga8uprHbsfv1Ix"
                  + "Sqm5NRMkvtk7jbDZfvaHSX23eX-Xg",
              "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IlJTMjU2LTEifQ.eyJleHAiOjQxMDI0NDQ4MDAsImlhd"
                  + "CI6MTc2NzIyNTYwMCwiYXV0aF90aW1lIjoxNzY3MjI1NTkwLCJqdGkiOiIwMDAwIiwiaXNzIjoiaHR0cHM6Ly9iL"
                  + "nRyYWluaW5nLmV4YW1wbGUiLCJhdWQiOlsiYWNjb3VudCIsInRyYWluaW5nIl0sInN1YiI6Inh4eHh4eHh4eHh4O"
                  + "jIzOmpvIiwidHlwIjoiQmVhcmVyIiwiYXpwIjoiYXBwIiwiYWNyIjoiMSIsInJlYWxtX2FjY2VzcyI6eyJyb2xlc"
                  + "yI6WyJjbGVyayIsInBhY2tlciJdfSwicmVzb3VyY2VfYWNjZXNzIjp7ImFjY291bnQiOnsicm9sZXMiOlsidmlld"
                  + "yJdfX0sInNjb3BlIjoib3BlbmlkIGVtYWlsIiwiZW1haWxfdmVyaWZpZWQiOnRydWUsIm5hbWUiOiJKbyBNXHUwM"
                  + "GZjbGxlciIsImdpdmVuX25hbWUiOiLFgXVjamEiLCJlbWFpbCI6ImpvQHNob3AuZXhhbXBsZSIsImFtciI6bnVsb"
                  + "CwicmF0ZSI6MC41fQ.AoMF33KKoYCQrrxiLO7RrLYDTCSGnhsgjxhI0NKN1NSR1Gcol9Lq-GHPWfExlvhm2ZqBGK"
                  + "urWn-xEVA08MGmUlwGKn0zZCQm9sHsiOjjZrK81pwwdMCDHRld93GCTWbGUZz9MgZO7ayiSjMU_jyz7omoIbIXrj"
                  + "Fp46K2WoyJyj1JzFJzp8uCkdvfZ8yDOPRDGTqgvj2RJalgLqg5AansIINSptcCFiryGY7OYCchCZVdPnq9wLIoCx"
                  + "VXuVFq9CRc_QoIGCkTE4Col3sTe5AvkRPfmy4lnpO05CNsDXbrhIn_jC3BTYITzZG6PwEBufvJr1K4v7VhAIu3QB"
                  + "61P-T3ww",
              "eyJ0eXAiOiJKV1QiLCJraWQiOiJSUzI1Ni0xIiwiYWxnIjoiUlMyNTYifQ.eyJhdWQiOiJ0cmFpbmluZyIsImlzc"
                  + "yI6Imh0dHBzOi8vdHJhaW5pbmcuZXhhbXBsZSIsImlhdCI6MTc2NzIyNTYwMCwibmJmIjoxNzY3MjI1NjAwLCJle"
                  + "HAiOjQxMDI0NDQ4MDAsInN1YiI6IjAwMDAiLCJzY3AiOlsiYSIsImIiXSwicm9sZXMiOlsiZXUiLCJub3J0aCJdf"
                  + "Q.o3ceP71EJNTFZ9FAP8tUYEVscuqirzf5fy-dYT1z1PJupw-FbtMINTRdKZBzwoANWaj-BsseVC_2xfwSPlVPBA"
                  + "gn16IUnrI59h-WtRJBzk03dffcmJM6mAwBLfDulf5I3Ixzt_S3Z5g8mmNkvwm1I1UC9k32HkdG8dkW_BXztn2jVz"
                  + "Yz3HjATo3v4mQu46AVFqOPdguUijvbx-AsX7TmlHa1-94R6rq8plpnKphXS72M18lVLs1t9MfUMqVmOVQ-BPtJxd"
                  + "kcpzQbu2Qz-BY7K34z-co7rpuDY4wZgDcMed7F2NgfN-6iomQBJeFgeKu0eboX6taJqh2rviNbRhn1HQ",
              "eyJraWQiOiJSUzI1Ni0xIiwiYWxnIjoiUlMyNTYifQ.eyJpc3MiOiJodHRwczovL2MudHJhaW5pbmcuZXhhbXBsZ"
                  + "SIsImF1ZCI6InRyYWluaW5nIiwiaWF0IjoxNzY3MjI1NjAwLCJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InVzZXItM"
                  + "DAwMCIsInJvbGVzIjpbImNsZXJrIl0sImdyb3VwcyI6WyJldSIsIm5vcnRoIl0sInRlbmFudCI6InQtNyIsImRhd"
                  + "GEiOiIwMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZiJ9.vSKUtuo0hPynv7c6nkj2vssPXrsVhrseANHy"
                  + "Sd8nWmjNuWfVxjWgJKCcumnlRGGls36GYUVrKh5TMsu24BR0W__oZyvje_rOkkfe7Udqe-Yi8CobeQLxU-0GUw_9"
                  + "2cVE-aTUEMKX-jn1E1qXa7JhYPALThtYae_f3mX4DTG0xZTIa1BE5-L8VqXxcpDaF9AtMedc_2C8EOkIiyY7h7_U"
                  + "RBDhj30PZ4W9FykkHDY2IL7nS3eLtC0jqad7P8DNrexPtqJjwWwShuJ-heewCxmMAhm15kXk7j5d9yl0cNuMjoDJ"
                  + "KZXSesuufeOOZXBfL4Spbk5IQ1gUUq9krwmzfyeeEA"));

  private static final TrainingTokens ES256 =
      new TrainingTokens(
          "{\"keys\":[{\"kty\":\"EC\",\"use\":\"sig\",\"alg\":\"ES256\",\"kid\":\"ES256-1\",\"crv\""
              + ":\"P-256\",\"x\":\"zgoxFOD94rVSBMGpBl1hJ8Bj2GOBML0Mv4Hk2j3e-n4\",\"y\":\"gmRB-od-lc7XiCr"
              + "aWnzXr07pcaZ-7zzd0n21hZGoGdM\"}]}",
          List.of(
              "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IkVTMjU2LTEifQ.eyJpc3MiOiJodHRwczovL3RyY"
                  + "WluaW5nLmV4YW1wbGUiLCJzdWIiOiI3YzFkNmI5ZS01YTRmIiwiYXVkIjoidHJhaW5pbmciLCJpYXQiOjE3NjcyM"
                  + "jU2MDAsImV4cCI6NDEwMjQ0NDgwMCwic2NvcGUiOiJvcmRlcnM6cmVhZCBvcmRlcnM6d3JpdGUiLCJjbGllbnRfa"
                  + "WQiOiJzaG9wIiwianRpIjoiMDFIWlgwMDU3In0._2UIMhhjbgxBLc9zYZsPFIND10FtiHk9TELMNGuwbteMVL_uk"
                  + "fUp6g8wkAIrydWnkIsZpf6TNHDRdiG-vVlgaw",
              "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IkVTMjU2LTEifQ.eyJleHAiOjQxMDI0NDQ4MDAsImlhd"
                  + "CI6MTc2NzIyNTYwMCwiYXV0aF90aW1lIjoxNzY3MjI1NTkwLCJqdGkiOiIwMGQ0IiwiaXNzIjoiaHR0cHM6Ly9iL"
                  + "nRyYWluaW5nLmV4YW1wbGUiLCJhdWQiOlsiYWNjb3VudCIsInRyYWluaW5nIl0sInN1YiI6Inh4eHh4eHh4eHh4O"
                  + "jIzOmpvIiwidHlwIjoiQmVhcmVyIiwiYXpwIjoiYXBwIiwiYWNyIjoiMSIsInJlYWxtX2FjY2VzcyI6eyJyb2xlc"
                  + "yI6WyJjbGVyayIsInBhY2tlciJdfSwicmVzb3VyY2VfYWNjZXNzIjp7ImFjY291bnQiOnsicm9sZXMiOlsidmlld"
                  + "yJdfX0sInNjb3BlIjoib3BlbmlkIGVtYWlsIiwiZW1haWxfdmVyaWZpZWQiOnRydWUsIm5hbWUiOiJKbyBNXHUwM"
                  + "GZjbGxlciIsImdpdmVuX25hbWUiOiLFgXVjamEiLCJlbWFpbCI6ImpvQHNob3AuZXhhbXBsZSIsImFtciI6bnVsb"
                  + "CwicmF0ZSI6MC41fQ.cUmmf4ZxmO2atZ0L-FFrU5ONd99yW3X6LEwydw9ni8__vVRMfuLrUzkTi9rdXyGRzTX2dt"
                  + "BLapDVg1HoREL5IA",
              "eyJ0eXAiOiJKV1QiLCJraWQiOiJFUzI1Ni0xIiwiYWxnIjoiRVMyNTYifQ.eyJhdWQiOiJ0cmFpbmluZyIsImlzc"
                  + "yI6Imh0dHBzOi8vdHJhaW5pbmcuZXhhbXBsZSIsImlhdCI6MTc2NzIyNTYwMCwibmJmIjoxNzY3MjI1NjAwLCJle"
                  + "HAiOjQxMDI0NDQ4MDAsInN1YiI6IjAwMTQiLCJzY3AiOlsiYSIsImIiXSwicm9sZXMiOlsiZXUiLCJub3J0aCJdf"
                  + "Q.APwgBxowsuoq68Sb0MRm1Xn3Egw6ztIiAfIEMIfokoEh_4yCgue5KJLs-j6M7Rg-JbH48OAXlVRrxiIltZtTgg",
              "eyJraWQiOiJFUzI1Ni0xIiwiYWxnIjoiRVMyNTYifQ.eyJpc3MiOiJodHRwczovL2MudHJhaW5pbmcuZXhhbXBsZ"
                  + "SIsImF1ZCI6InRyYWluaW5nIiwiaWF0IjoxNzY3MjI1NjAwLCJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InVzZXItM"
                  + "DAwMCIsInJvbGVzIjpbImNsZXJrIl0sImdyb3VwcyI6WyJldSIsIm5vcnRoIl0sInRlbmFudCI6InQtNyIsImRhd"
                  + "GEiOiIwMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZiJ9.mbS1bzTIkZT6NJ39rEH6kAioxLaxdK-KClDR"
                  + "DGb5iaZsGnh8SeAhwEZoulKt7XUd71qdGkZazvZMWgHtorMylA"));

  private static final TrainingTokens ED25519 =
      new TrainingTokens(
          "{\"keys\":[{\"kty\":\"OKP\",\"use\":\"sig\",\"alg\":\"Ed25519\",\"kid\":\"Ed25519-1\",\""
              + "crv\":\"Ed25519\",\"x\":\"Ds90nJvog9VqsmK9z7lU_q6QDg9x_99kQIhQBcBpHPU\"}]}",
          List.of(
              "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiYXQrand0Iiwia2lkIjoiRWQyNTUxOS0xIn0.eyJpc3MiOiJodHRwczov"
                  + "L3RyYWluaW5nLmV4YW1wbGUiLCJzdWIiOiI3YzFkNmI5ZS01YTRmIiwiYXVkIjoidHJhaW5pbmciLCJpYXQiOjE3"
                  + "NjcyMjU2MDAsImV4cCI6NDEwMjQ0NDgwMCwic2NvcGUiOiJvcmRlcnM6cmVhZCBvcmRlcnM6d3JpdGUiLCJjbGll"
                  + "bnRfaWQiOiJzaG9wIiwianRpIjoiMDFIWlgwMDAwIn0._p74FOeqiHzuqwSFVov-v6nvzLpW2rQMHhY7SncijIDB"
                  + "L9RdbswpOC85fOgAQDb9I06L0ZCamXn66nxZkCmZBg",
              "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiSldUIiwia2lkIjoiRWQyNTUxOS0xIn0.eyJleHAiOjQxMDI0NDQ4MDAs"
                  + "ImlhdCI6MTc2NzIyNTYwMCwiYXV0aF90aW1lIjoxNzY3MjI1NTkwLCJqdGkiOiIwMDAwIiwiaXNzIjoiaHR0cHM6"
                  + "Ly9iLnRyYWluaW5nLmV4YW1wbGUiLCJhdWQiOlsiYWNjb3VudCIsInRyYWluaW5nIl0sInN1YiI6Inh4eHh4eHg6"
                  + "MjM6am8iLCJ0eXAiOiJCZWFyZXIiLCJhenAiOiJhcHAiLCJhY3IiOiIxIiwicmVhbG1fYWNjZXNzIjp7InJvbGVz"
                  + "IjpbImNsZXJrIiwicGFja2VyIl19LCJyZXNvdXJjZV9hY2Nlc3MiOnsiYWNjb3VudCI6eyJyb2xlcyI6WyJ2aWV3"
                  + "Il19fSwic2NvcGUiOiJvcGVuaWQgZW1haWwiLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwibmFtZSI6IkpvIE1cdTAw"
                  + "ZmNsbGVyIiwiZ2l2ZW5fbmFtZSI6IsWBdWNqYSIsImVtYWlsIjoiam9Ac2hvcC5leGFtcGxlIiwiYW1yIjpudWxs"
                  + "LCJyYXRlIjowLjV9.qpnf5Rn1N4MdiYV-6zvKqquug5-7RIZuS9cya8dc0ZrhngnQB_Oxa4Quws1ces0jCvS1MVc"
                  + "ykiEn7aS7SjsrAw",
              "eyJ0eXAiOiJKV1QiLCJraWQiOiJFZDI1NTE5LTEiLCJhbGciOiJFZDI1NTE5In0.eyJhdWQiOiJ0cmFpbmluZyIs"
                  + "ImlzcyI6Imh0dHBzOi8vdHJhaW5pbmcuZXhhbXBsZSIsImlhdCI6MTc2NzIyNTYwMCwibmJmIjoxNzY3MjI1NjAw"
                  + "LCJleHAiOjQxMDI0NDQ4MDAsInN1YiI6IjAwMDAiLCJzY3AiOlsiYSIsImIiXSwicm9sZXMiOlsiZXUiLCJub3J0"
                  + "aCJdfQ.BEHV-AtXJCVa1YNZ3JpD-hrm_zOEBY7HL8o6JML8I7vCA4pbhU2jo5E5hvlSILN3RZo6NVkqaTuwTs6JW"
                  + "fFrBA",
              "eyJraWQiOiJFZDI1NTE5LTEiLCJhbGciOiJFZDI1NTE5In0.eyJpc3MiOiJodHRwczovL2MudHJhaW5pbmcuZXhh"
                  + "bXBsZSIsImF1ZCI6InRyYWluaW5nIiwiaWF0IjoxNzY3MjI1NjAwLCJleHAiOjQxMDI0NDQ4MDAsInN1YiI6InVz"
                  + "ZXItMDAwMCIsInJvbGVzIjpbImNsZXJrIl0sImdyb3VwcyI6WyJldSIsIm5vcnRoIl0sInRlbmFudCI6InQtNyIs"
                  + "ImRhdGEiOiIwMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZiJ9.ZA0pfThDmTX8_GDk6DYb3dOeDCQo1A1"
                  + "0a9GU9j3DELIN3gygFmZOi19_AAmhSc60JiAGPakeGHqLsPlwavmhBA"));

  /** The tokens for an algorithm, or null if this library has no arithmetic for it. */
  public static @Nullable TrainingTokens of(SignatureAlgorithm algorithm) {
    return switch (algorithm.joseName()) {
      case "RS256", "RS384", "RS512", "PS256", "PS384", "PS512" -> RS256;
      case "ES256" -> ES256;
      case "Ed25519" -> ED25519;
      default -> null;
    };
  }

  /** The tokens of the first issuer. */
  public List<String> compactOfFirstIssuer() {
    return List.of(compact.get(0), compact.get(2));
  }
}
