// SPDX-License-Identifier: Apache-2.0

extension TrustAnchors {
  /// Certificates of Apple's authorities, as published. A test compares them with what OpenSSL
  /// reads from the certificates.
  static let table: [TrustAnchor] = [
    TrustAnchor(
      name: "Apple Root CA", generation: nil, commonName: "Apple Root CA",
      organizationalUnit: "Apple Certification Authority", isRoot: true,
      issuerName: "Apple Root CA",
      hasWWDRMarker: false, notBefore: 1_146_001_236, notAfter: 2_054_670_036,
      keyIdentifierHex: "2bd06947947609fef46b8d2e40a6f7474d7f085e",
      sha256Hex: "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
      sha1Hex: "611e5b662c593a08ff58d14ae22452d198df6c60",
      publicKeyBase64: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5JGpCR+R2x5HUOsF7V55hC3rNqJXTFXsixmJ3vlL\
        bPUHqyIwAugYPvhQCdN/QaiY+dHKZpwkaxHQo7vkGyrDH5WeegykR4tb1BY3M8vED03OFGnRyRly9V0O1X9f\
        m/IlA7pVj01dDfFkNSMVSxVZHbOU9/acns9QusFYUGePCLQg98usLCBvcLY/ATCMt0PPD5098ytJKBrI/s61\
        uQ7ZXhzWyz21Oq30Dw4AkguxIRYudNU8DdtiFqujcZJHU1XBry9Bs/j743DN5qNMRX4fTGtQlkGJxHRiCxCD\
        QYczioGxMFjsWgQyjGizjx3eZXP/Z15lvEnYdp8zFGWhd5TJLQIDAQAB
        """),
    TrustAnchor(
      name: "Apple Root CA - G2", generation: nil, commonName: "Apple Root CA - G2",
      organizationalUnit: "Apple Certification Authority", isRoot: true,
      issuerName: "Apple Root CA - G2",
      hasWWDRMarker: false, notBefore: 1_398_881_409, notAfter: 2_187_799_809,
      keyIdentifierHex: "c499136c1803c27bc0a3a00d7f72807a1c77268d",
      sha256Hex: "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050",
      sha1Hex: "14698989bfb2950921a42452646d37b50af017e2",
      publicKeyBase64: """
        MIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEA2BESSEjaKYpJxRzH7G4zbf5N++Ac3qxe4janJPl/\
        UGtMzrkwVCfls9btJeYwtgU3XhQiEcXoqhvS+7LSCZU4pO8qSYxdPnFmAzj7FvWFiORakgwEMvLIQPtSX5/2\
        wPHjukWgUNUSi/Ld3pGGI/D1tnIuAdoL9i45CF8ZoWNBCxynlMGGxFMvdvYK1wzRgz8aUxnzV9Unf/wTuPiS\
        jfzTKEM8tWgAJV0nYtPdVd1EIJCDNZPFv7gZ+2vj3AhC5q9t+p5Ayk6FhXhJsdfDwTA5Mqt+X6rTi2+fLRoh\
        aHBns6PxmEFtkXz419uo518hGowzvzF0t7jR9OAi9L9yNN/3gU1xfVGh4rPw0ygWc2/NzK03fU7rrUDhP4H9\
        9z0KPqLxvTGWKVncwhmAjFt0xizTEFMmHRRPxNSBZjyHZzMnFAjptHeENFKPifhomBe/w7uqE5MfXVQvqMd8\
        +w0UvhU9JDTymtx1QWYitAHWC6+QngzqYvibWTwI4pY05GPevDfU6wyIA0MLUK+gNN1QTRX7WiTYDPoMY54f\
        A7Hh7uGqQ/RmZSg3AjHvAcce0cyfbcpUOkDbzs9PRotKZZpqxmhs18yZG0ewcsN3j8T3YZx0H879a6HCnJSC\
        q5Si570burlwOZUXxSnzOVg09cSkxntguWZDUD9uYfwO+YaqYAxDS5UCAwEAAQ==
        """),
    TrustAnchor(
      name: "Apple Root CA - G3", generation: nil, commonName: "Apple Root CA - G3",
      organizationalUnit: "Apple Certification Authority", isRoot: true,
      issuerName: "Apple Root CA - G3",
      hasWWDRMarker: false, notBefore: 1_398_881_946, notAfter: 2_187_800_346,
      keyIdentifierHex: "bbb0dea15833889aa48a99debebdebafdacb24ab",
      sha256Hex: "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
      sha1Hex: "b52cb02fd567e0359fe8fa4d4c41037970fe01b0",
      publicKeyBase64: """
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEmOkvPUBypO2TInKBExzdEJXxxaNOcdwUFtkO5aYFKndke19OONO7\
        HES1f/UftjJiXcnphFtPME8RWgD9WFgMpfUPLE0HRxN12peXl28xXO0rnXsgO9i5VNlemaQ6UQox
        """),
    TrustAnchor(
      name: "WWDR (2008)", generation: "2008",
      commonName: "Apple Worldwide Developer Relations Certification Authority",
      organizationalUnit: "Apple Worldwide Developer Relations", isRoot: false,
      issuerName: "Apple Root CA",
      hasWWDRMarker: true, notBefore: 1_203_015_395, notAfter: 1_455_476_195,
      keyIdentifierHex: "88271709a9b618608becebbaf64759c55254a3b7",
      sha256Hex: "64b302913f11ca1b6806093b76cade7f7b123be0c04924fda87f5f4e8647f051",
      sha1Hex: "0950b6cd3d2f37ea246a1aaa20dfaadbd6fe1f75",
      publicKeyBase64: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyjhUpstWqsgkOUjpjO7sX7h/JpG8NFN6znxjgGF3\
        ZF6lByO2Of5QLRVWWHAtfsRuwUqFPi/w3oQaoVfJr3sY/2r6FRJJFQgZrKrbKjLtlmNoUhU9jIrsv2sYleAD\
        rAF9lwVnzg6FlTdq7Qm2rmfNUWSfxlzRvFduZzWAdjakh4FuOI/YKxVOeyXYWr9Og8GN0pPVGnG1YJydM05V\
        +RJYDIa4Fg3B5XdFjVBIuist5JSF4ejEncZopbCj/Gd+cLoCWUt3QpE5ufXN4UzvwDtIjKblIV39amq7pxY1\
        YNLmrfNGKcnow4vpecBqYWcVsvD95Wi8Yl9uz5nd7xtj/pJlqwIDAQAB
        """),
    TrustAnchor(
      name: "WWDR G1 (2013)", generation: "G1",
      commonName: "Apple Worldwide Developer Relations Certification Authority",
      organizationalUnit: "Apple Worldwide Developer Relations", isRoot: false,
      issuerName: "Apple Root CA",
      hasWWDRMarker: true, notBefore: 1_360_273_727, notAfter: 1_675_806_527,
      keyIdentifierHex: "88271709a9b618608becebbaf64759c55254a3b7",
      sha256Hex: "ce057691d730f89ca25e916f7335f4c8a15713dcd273a658c024023f8eb809c2",
      sha1Hex: "ff6797793a3cd798dc5b2abef56f73edc9f83a64",
      publicKeyBase64: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyjhUpstWqsgkOUjpjO7sX7h/JpG8NFN6znxjgGF3\
        ZF6lByO2Of5QLRVWWHAtfsRuwUqFPi/w3oQaoVfJr3sY/2r6FRJJFQgZrKrbKjLtlmNoUhU9jIrsv2sYleAD\
        rAF9lwVnzg6FlTdq7Qm2rmfNUWSfxlzRvFduZzWAdjakh4FuOI/YKxVOeyXYWr9Og8GN0pPVGnG1YJydM05V\
        +RJYDIa4Fg3B5XdFjVBIuist5JSF4ejEncZopbCj/Gd+cLoCWUt3QpE5ufXN4UzvwDtIjKblIV39amq7pxY1\
        YNLmrfNGKcnow4vpecBqYWcVsvD95Wi8Yl9uz5nd7xtj/pJlqwIDAQAB
        """),
    TrustAnchor(
      name: "WWDR G2", generation: "G2", commonName: "Apple Worldwide Developer Relations CA - G2",
      organizationalUnit: "Apple Certification Authority", isRoot: false,
      issuerName: "Apple Root CA - G3",
      hasWWDRMarker: false, notBefore: 1_399_419_804, notAfter: 1_872_805_404,
      keyIdentifierHex: "84b684cc3a866272165994e81aa3bd48df3adf0b",
      sha256Hex: "9ed4b3b88c6a339cf1387895bda9ca6ea31a6b5ce9edf7511845923b0c8ac94c",
      sha1Hex: "f300cb8fdc809fcaf8777a262f369c5fdc190767",
      publicKeyBase64: """
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE3fC3BkvP3XMEE8RDiQOTgPte9nStQmFSWAImUxnIYyIHCVJh\
        ysTZV+9tJmiLdJGMxPmAaCj8CWjwENrp0C7JGg==
        """),
    TrustAnchor(
      name: "WWDR G3", generation: "G3",
      commonName: "Apple Worldwide Developer Relations Certification Authority",
      organizationalUnit: "G3", isRoot: false, issuerName: "Apple Root CA",
      hasWWDRMarker: true, notBefore: 1_582_136_027, notAfter: 1_897_776_000,
      keyIdentifierHex: "09fec01590f9af640a9212b92628630c97eca7b2",
      sha256Hex: "dcf21878c77f4198e4b4614f03d696d89c66c66008d4244e1b99161aac91601f",
      sha1Hex: "06ec06599f4ed0027cc58956b4d3ac1255114f35",
      publicKeyBase64: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2PWJ/KhZC4fHTJEuLVaQ03gdpDDppUjvC0O/LYT7\
        JF1FG+XrWTYSXFRknmxiLbTGl8rMPPbWBpH85QKmHGq0edVny6zpPwcR4YS8Rx1mjjmi6LRJ7TrS4RBgeo6T\
        jMrA2gzAg9Dj+ZHWp4zIwXPirkbRYp2SqJBgN31ols2N4Pyb+ni743uvLRfdW/6AWSN1F7gSwe0b5TTO/iK1\
        nkmw5VW/j4SiPKi6xYaVFuQAyZ8D0MyzOhZ71gVcnetHrg21LYwOaU1A0EtMOwSejSGxrC5DVDDOwYqGlJhL\
        32oNP/77HK6XF8J4CjDgXx9UO0m3JQAaN4LSVpelUkl8YDib7wIDAQAB
        """),
    TrustAnchor(
      name: "WWDR G4", generation: "G4",
      commonName: "Apple Worldwide Developer Relations Certification Authority",
      organizationalUnit: "G4", isRoot: false, issuerName: "Apple Root CA",
      hasWWDRMarker: true, notBefore: 1_608_147_364, notAfter: 1_923_091_200,
      keyIdentifierHex: "5bd9fa1de79a1a0ba399762250863e91c85b77a8",
      sha256Hex: "ea4757885538dd8cb59ff4556f676087d83c85e70902c122e42c0808b5bce14c",
      sha1Hex: "9ec5bf333b0447da858500dd46608654a1d12538",
      publicKeyBase64: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0B94qnonMrBGX+cXdtignQ4pjq09MqXEazfJ5EGR\
        ard5cV0MNARgdfeuQ49HxIYeCOi/1jlSLx5n/HHxgm08fgZSdp0svNVD6bG0vEA6eFFdUaEl4b5skZ1rIVkY\
        QdUPjW1BKjlKIeCQn04TT9CMmjK412qSHiVqpDLOIhmFBWDcAkryWut3eQJ9wJdUbJKOdgHmRo/l5ir7orCt\
        GK1tM4U4I4vqipbtn65mT6MMQCdtldBiiNlDKSf97aS/Uy6QFWU82S5iZDMdbGrdjiGqpF8VxjDtX+aMNpKU\
        t9w5AgD7ZIzUDIHyP9U0l4d1JsJvrgNjIQx71BuxYsUCnL39rwIDAQAB
        """),
    TrustAnchor(
      name: "WWDR G5", generation: "G5",
      commonName: "Apple Worldwide Developer Relations Certification Authority",
      organizationalUnit: "G5", isRoot: false, issuerName: "Apple Root CA",
      hasWWDRMarker: true, notBefore: 1_608_147_536, notAfter: 1_923_091_200,
      keyIdentifierHex: "198b978d4a5b617857f4a55c35128a3908e3b075",
      sha256Hex: "53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760",
      sha1Hex: "ff18cca93037fac5b8a4aa924694fc43d7847799",
      publicKeyBase64: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAn13aH/v6vNBLIjzH1ib6F/f0nx4+ZBFmmu9evqs0\
        vaosIW7WHpQhhSx0wQ4QYao8Y0p+SuPIddbPwpwISHtquSmxyWb9yIoW0bIEPIK6gGzi/wpy66z+O29Ivp6L\
        EU2VfbJ7kC8CHE78Sb7Xb7VPvnjG2t6yzcnZZhE7WukJRXOJUNRO4mgFftp1nEsBrtrjz210Td5T0NUaOII6\
        0J3jXSl7sYHqKScL+2B8hhL78GJPBudM0R/ZbZ7tc9p4IQ2dcNlGV5BfZ4TBc3cKqGJitq5whrt1I4mtefbm\
        pNT9gyYyCjskklsgoZzRL4AYm908C+e1/eyAVw8Xnj8rhye79wIDAQAB
        """),
    TrustAnchor(
      name: "WWDR G6", generation: "G6",
      commonName: "Apple Worldwide Developer Relations Certification Authority",
      organizationalUnit: "G6", isRoot: false, issuerName: "Apple Root CA - G3",
      hasWWDRMarker: true, notBefore: 1_616_013_430, notAfter: 2_089_497_600,
      keyIdentifierHex: "3f2f942351d350c99a283dedb07ce5cfa5906299",
      sha256Hex: "bdd4ed6e74691f0c2bfd01be0296197af1379e0418e2d300efa9c3bef642ca30",
      sha1Hex: "0be38bfe21fd434d8cc51cbe0e2bc7758ddbf97b",
      publicKeyBase64: """
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEbsQKC94PrlWmZXnXgtxzdVJL8T0SGYngDRGpngn3N6PT8JMEb7FD\
        i4bBmPhCnZ3/sq6PF/cGcKXWsL5vOteRhyJ45x3ASP7cOB+aao90fcpxSv/EZFbniAbNgZGhIhpI
        """),
    TrustAnchor(
      name: "WWDR G7", generation: "G7",
      commonName: "Apple Worldwide Developer Relations Certification Authority",
      organizationalUnit: "G7", isRoot: false, issuerName: "Apple Root CA",
      hasWWDRMarker: true, notBefore: 1_668_717_653, notAfter: 1_700_253_652,
      keyIdentifierHex: "5d42106c1bbbc752974e44bd1327b93a1277832b",
      sha256Hex: "0f570d7502373a2102e2106faaa8fa4844944a07ee676198484f4d6ce15bea47",
      sha1Hex: "4a9b22f75a0c3b74bbff78bdfc61c09ba41e8edc",
      publicKeyBase64: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArK7R07aKsRsola3eUVFMPzPhTlyvs/wC0mVPKtR0\
        aIx1F2XPKORICZhxUjIsFk54jpJWZKndi83i1Mc7ohJFNwIZYmQvf2HG01kiv6v5FKPttp6Zui/xsdwwQk+2\
        trLGdKpiVrvtRDYP0eUgdJNXOl2e3AH8eG9pFjXDbgHCnnLUcTaxdgl6vg0ql/GwXgsbEq0rqwffYy31iOky\
        EqJVWEN2PD0XgB8p27Gpn6uWBZ0V3N3bTg/nE3xaKy4CQfbuemq2c2D3lxkUi5UzOJPaACU2rlVafJ/59GIE\
        B3TpHaeVVyOsKyTaZE8ocumWsAg8iBsUY0PXia6YwfItjuNRJQIDAQAB
        """),
    TrustAnchor(
      name: "WWDR G8", generation: "G8",
      commonName: "Apple Worldwide Developer Relations Certification Authority",
      organizationalUnit: "G8", isRoot: false, issuerName: "Apple Root CA",
      hasWWDRMarker: true, notBefore: 1_687_304_235, notAfter: 1_737_676_800,
      keyIdentifierHex: "b5bdbc80c40ce338a4f4b7ad23b3ef44ceb95a85",
      sha256Hex: "29901badea37c9f300ce9869956beeb001d7e71bffb2e2d9533e132a4e87e6bd",
      sha1Hex: "fb17d4e0699da1aced6fb12df06ec974d52945bf",
      publicKeyBase64: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0EAQ1Aj5UiFjTzxo99ScggKMg2i8t41/iOdCTSzv\
        IqXCid69DNdNYVAtOeQwc6XS1WiaM/Lv2SqtLh8Duvil8UILVy5GxtBY03Bf97I372ofPr+JOcKt/vUF+1iW\
        MciHLNUjunWwLPWroLryIAxM6yRjaekiQPCOWFveZHuJG1ESBOAXslnN3/Hnzq8sMuhpwdAIfh2iR3PRSzv9\
        uYXcR6cognkpSIkCKOLB7CwfW4b82LbLccBzAUv8BRERbAEDNFr2gcJeH3wUDt4/ayHLT/XXYeaEA5K85yUp\
        ns1bDMHb48Q62XZXrC84FBnIt7GiVU9fTo4ZWana/XLasAQhBQIDAQAB
        """),
  ]
}
