// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassPush
import PassTesting
import Synchronization
import Testing

@testable import PassRehearsal

/// Tests the small service with one error, or none.
enum Stage {
  static func rehearse(
    _ fault: Fault?, changes: Bool = true, pushes: Bool = true,
    serials: [String] = SmallService.serials, tls: ServerFault.Server? = nil,
    accepting: PushAuthentication = .certificate, withToken: Bool = false,
    _ adjust: (inout RehearsalOptions, SmallService) -> Void = { _, _ in },
    onAnswer:
      @escaping @Sendable (SmallService.Request, SmallService.Response) ->
      SmallService.Response = { $1 }
  ) async throws -> RehearsalResult {
    let root = try Disk.read("\(Program.repository)/certs-example/ordinary/root.pem")
    let trust = CredentialFile.certificates(in: root)
    let identity = try FinishedSample.identity()
    let key = try #require(identity.key as? PrivateKey)
    var simulator: PushSimulator?
    var sender: PushSender?
    if pushes {
      var options = PushSimulatorOptions()
      options.authentication = accepting
      let service = try await PushSimulator(options)
      let target = PushTarget(host: "127.0.0.1", port: service.port, trust: [service.authority])
      simulator = service
      let credential: PushCredential
      if withToken {
        let tokenKey = try PrivateKey.generateP256()
        credential = .token(
          try ProviderToken(key: tokenKey, keyID: "ABC123DEFG", team: "A1B2C3D4E5"))
      } else {
        credential = .certificate([identity.certificate, identity.issuer], key)
      }
      sender = try PushSender(to: target, as: credential)
    }
    let target = simulator.map {
      PushTarget(host: "127.0.0.1", port: $0.port, trust: [$0.authority])
    }
    let service = try SmallService(
      fault, sender: sender,
      freshSender: {
        target.flatMap {
          try? PushSender(
            to: $0, as: .certificate([identity.certificate, identity.issuer], key))
        }
      }, onAnswer: onAnswer)
    let server = try await SmallServer(service, tls: tls?.context)
    var options = RehearsalOptions()
    options.address = "\(tls == nil ? "http" : "https")://127.0.0.1:\(server.port)/"
    options.trust = trust + (tls.map { [$0.authority] } ?? [])
    options.pushWait = fault == .neverPushes ? 1_000 : 3_000
    options.pushes = simulator
    options.changeWait = 2_000
    // No error here is about slow responses, and a service in this process may wait for a thread.
    options.timeout = 600
    if changes { options.change = { try await service.change() } }
    let checker = BundleChecker(trusting: trust)
    let passes = try serials.map {
      try checker.pass(service.issued($0), name: "\($0).pkpass").get()
    }
    adjust(&options, service)
    let outcome = await Result { try await Rehearsal(passes, options).run() }
    await server.stop()
    await sender?.close()
    await simulator?.stop()
    return try outcome.get()
  }
}

extension Result where Failure == any Error, Success: Sendable {
  init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

@Suite(.timeLimit(.minutes(15)))
struct RehearsalTests {
  @Test func findsNothingInTheRightService() async throws {
    let result = try await Stage.rehearse(nil)
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
    #expect(result.notChecked == [])
    #expect(result.timeline.count > 80)
    #expect(result.timeline.contains { $0.outcome == "“You have 20 points”" })
  }

  @Test func findsNothingInTheRightSignUp() async throws {
    let result = try await Stage.rehearse(
      nil, changes: false, pushes: false, serials: [SmallService.signUpSerial])
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
    let sent = result.timeline.filter { "\($0)".contains("/personalize") }
    #expect(sent.count == 8, "\(sent)")
  }

  /// The same data again change nothing.
  @Test func findsNothingInASignUpThatRepeatsAnother() async throws {
    let result = try await Stage.rehearse(
      nil, changes: false, pushes: false, serials: [SmallService.signUpSerial]
    ) { _, service in
      service.signUp("Alex Example")
    }
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
    #expect(result.timeline.contains { "\($0)".contains("/personalize") })
  }

  /// The other tokens must be rejected.
  @Test func signsUpWithATokenThatMayBeSigned() async throws {
    let tokens = Mutex<[String]>([])
    _ = try await Stage.rehearse(
      nil, changes: false, pushes: false, serials: [SmallService.signUpSerial],
      onAnswer: { request, response in
        if request.target.hasSuffix("/personalize"), response.status == 200 {
          tokens.withLock { $0.append(SmallService.token(of: request.body) ?? "none") }
        }
        return response
      })
    let token = try #require(tokens.withLock { $0.count == 1 ? $0.first : nil })
    #expect(SignUpToken(token) != nil, "\(token)")
  }

  /// A signature over it is useless, because no file has a digest of zeros.
  @Test func asksForNoSignatureOverAManifestOfAPass() {
    for manifest in Rehearsal.manifests {
      #expect(SignUpToken(manifest) == nil)
      #expect(manifest.contains(#""pass.json":"\#(String(repeating: "0", count: 40))""#))
    }
  }

  /// A service that signs once for each pass returns the signature of the last test.
  @Test func judgesNoSignUpThatSomebodyElseUsed() async throws {
    func rehearse(isPersonal: Bool) async throws -> RehearsalResult {
      try await Stage.rehearse(
        nil, changes: false, pushes: false, serials: [SmallService.signUpSerial],
        { _, service in if isPersonal { service.signUp("Bo Lee") } },
        onAnswer: { request, response in
          request.target.hasSuffix("/personalize") && response.status == 200
            ? SmallService.Response(status: 409) : response
        })
    }
    let used = try await rehearse(isPersonal: true)
    #expect(used.found.isEmpty, "\(used.found)")
    #expect(used.notChecked.contains { $0.hasPrefix("signing up: somebody") }, "\(used.notChecked)")
    // A personalizable pass that rejects a sign-up is still an error.
    let codes = try await rehearse(isPersonal: false).found.map(\.finding.code)
    #expect(codes == ["rehearse.personalize.refused"])
  }

  @Test func signsNobodyUpWhereThatIsNotAskedFor() async throws {
    let result = try await Stage.rehearse(
      nil, changes: false, pushes: false, serials: [SmallService.signUpSerial]
    ) { options, _ in
      options.personalizes = false
    }
    #expect(result.notChecked.contains { $0.hasPrefix("signing up: ") }, "\(result.notChecked)")
    #expect(!result.timeline.contains { "\($0)".contains("/personalize") })
  }

  // MARK: Phones of others

  /// The service pushes it first, and also before and after the test's own devices.
  @Test func leavesThePhoneOfAHolderAlone() async throws {
    var kept: SmallService?
    let result = try await Stage.rehearse(nil) { _, service in
      service.register(token: String(repeating: "a7", count: 32))
      kept = service
    }
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
    #expect(result.notChecked == [])
    #expect(result.timeline.contains { $0.text == "push for an unknown push token" })
    #expect(kept?.registeredDevices == [SmallService.holdersPhone])
  }

  /// A service that pushes only to the cardholder does not count as one that sends pushes.
  @Test func judgesNoDeadDeviceWhereNoPushReachesItsOwn() async throws {
    let result = try await Stage.rehearse(.neverPushes)
    for step in ["an unregistered device: ", "pushes after unregistering: "] {
      #expect(result.notChecked.contains { $0.hasPrefix(step) }, "\(result.notChecked)")
    }
  }

  // MARK: Changes

  /// The only device is dead before the last two changes, and comes back.
  @Test func findsNothingWithOneDevice() async throws {
    let result = try await Stage.rehearse(nil) { options, _ in options.devices = [.phone] }
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
    #expect(result.notChecked == [])
    #expect(result.timeline.contains { $0.outcome == "“You have 20 points”" })
  }

  @Test func waitsForAServiceThatSeesAChangeLater() async throws {
    let result = try await Stage.rehearse(nil, pushes: false) { options, service in
      options.changeWait = 30_000
      options.change = {
        _ = Task {
          try await Task.sleep(for: .milliseconds(300))
          try await service.change()
        }
      }
    }
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
    #expect(result.notChecked.allSatisfy { $0.hasPrefix("pushes: ") }, "\(result.notChecked)")
    #expect(result.timeline.contains { $0.outcome == "“You have 20 points”" })
  }

  @Test func saysThatNothingWasJudgedWhereNothingChanges() async throws {
    let result = try await Stage.rehearse(nil, pushes: false) { options, _ in
      options.changeWait = 200
      options.change = {}
    }
    #expect(result.found.map(\.finding.code) == ["rehearse.change.nothing"])
    #expect("\(result.failure as? RehearsalError, default: "none")".contains("changed none"))
    #expect(result.notChecked.contains { $0.hasPrefix("updates: ") }, "\(result.notChecked)")
  }

  @Test func keepsWhatItFoundWhereAChangeFails() async throws {
    struct Broken: Error {}
    var kept: SmallService?
    let result = try await Stage.rehearse(.noHead, pushes: false) { options, service in
      options.change = { throw Broken() }
      kept = service
    }
    #expect(result.failure is Broken)
    #expect(result.found.contains { $0.finding.code == "rehearse.get.head" })
    #expect(result.notChecked.contains { $0.hasPrefix("the rest: ") }, "\(result.notChecked)")
    #expect(kept?.registeredDevices == [])
  }

  @Test func thereAreFaultsEnough() {
    #expect(Fault.allCases.count >= 25)
    #expect(Set(Fault.allCases.map(\.code)).count >= 62)
    let known = Set(RehearsalFindings.all.map(\.code))
    #expect(Fault.allCases.allSatisfy { known.contains($0.code) })
  }

  @Test(arguments: Fault.allCases)
  func findsEachFault(_ fault: Fault) async throws {
    let result = try await Stage.rehearse(
      fault, changes: fault.isOfChanges, pushes: fault.isOfPushes,
      serials: SmallService.serials + (fault.isOfSignUps ? [SmallService.signUpSerial] : []))
    let codes = Set(result.found.map(\.finding.code))
    #expect(codes.contains(fault.code), "\(fault): \(codes.sorted())")
  }

  // MARK: Interruption

  /// Runs a test and returns the devices that are still registered.
  private static func devicesLeft(
    by begin: (RehearsedPass, RehearsalOptions) throws -> Task<RehearsalResult, any Error>,
    onAnswer:
      @escaping @Sendable (SmallService.Request, SmallService.Response) ->
      SmallService.Response
  ) async throws -> (Result<RehearsalResult, any Error>, [String]) {
    let service = try SmallService(nil, onAnswer: onAnswer)
    let server = try await SmallServer(service)
    let trust = CredentialFile.certificates(
      in: try Disk.read("\(Program.repository)/certs-example/ordinary/root.pem"))
    var options = RehearsalOptions()
    options.address = "http://127.0.0.1:\(server.port)/"
    options.trust = trust
    let pass = try BundleChecker(trusting: trust)
      .pass(service.issued("A-17"), name: "A-17.pkpass").get()
    let task = try begin(pass, options)
    let outcome = await Result { try await task.value }
    await server.stop()
    return (outcome, service.registeredDevices)
  }

  @Test func leavesNoDeviceWhereItIsInterruptedRightAfterARegistration() async throws {
    let running = Mutex<Task<RehearsalResult, any Error>?>(nil)
    let created = Mutex(0)
    let (outcome, devices) = try await Self.devicesLeft(
      by: { pass, options in
        let rehearsal = try Rehearsal([pass], options)
        return running.withLock { running in
          let task = Task { try await rehearsal.run() }
          running = task
          return task
        }
      },
      onAnswer: { request, response in
        // The response to a phone's own registration arrives, and the list is next.
        if request.method == "POST", request.target.contains("/registrations/"),
          response.status == 201,
          // The first is one of many parallel requests.
          created.withLock({ count in
            count += 1
            return count == 2
          })
        {
          running.withLock { $0?.cancel() }
        }
        return response
      })
    let result = try outcome.get()
    #expect(result.wasInterrupted)
    #expect(result.notChecked.contains("the rest: passc rehearse was interrupted"))
    #expect(devices == [])
  }

  @Test func leavesNoDeviceWhoseRegistrationWasNotAnswered() async throws {
    let (outcome, devices) = try await Self.devicesLeft(
      by: { pass, options in
        let rehearsal = try Rehearsal([pass], options)
        return Task { try await rehearsal.run() }
      },
      onAnswer: { request, response in
        guard request.method == "POST", request.target.contains("/registrations/"),
          [200, 201].contains(response.status)
        else { return response }
        return SmallService.Response(status: 503)
      })
    #expect(try !outcome.get().found.isEmpty)
    #expect(devices == [])
  }

  // MARK: TLS of the server

  private static func rehearse(_ fault: ServerFault?) async throws -> RehearsalResult {
    try await Stage.rehearse(
      nil, changes: false, pushes: false, tls: try ServerFault.server(with: fault))
  }

  @Test func findsNothingInTheRightTLS() async throws {
    let result = try await Self.rehearse(nil)
    #expect(result.found.map { "\($0.finding.code): \($0.message)" } == [])
    #expect(result.timeline.contains { $0.outcome == "TLS 1.3" }, "\(result.timeline)")
  }

  @Test(arguments: ServerFault.allCases)
  func findsEachFaultOfTLS(_ fault: ServerFault) async throws {
    let result = try await Self.rehearse(fault)
    // The test continues and finds nothing else.
    #expect(Set(result.found.map(\.finding.code)) == [fault.code], "\(result.found)")
    #expect(result.timeline.count > 30)
  }
}
