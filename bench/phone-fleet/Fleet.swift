// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassRehearsal

/// Phones with one pass each, and the results of their updates.
actor Fleet {
  private struct Member {
    var phone: Phone
    let pass: RehearsedPass
    var pushes = 0
    var updates = 0
  }

  private let options: FleetOptions
  private let service: PushSimulator
  private let client: WebClient
  private let checker: BundleChecker
  private var members: [Member] = []
  private var byToken: [String: Int] = [:]
  private var refusals: [String] = []
  private var proven = 0
  private var isFurther = false
  private var further = 0

  init(_ options: FleetOptions) async throws {
    self.options = options
    var settings = PushSimulatorOptions()
    settings.port = options.port
    service = try await PushSimulator(settings)
    client = try WebClient(trusting: options.trust)
    checker = BundleChecker(trusting: options.trust)
    try Disk.write(Array(service.authority.pem.utf8), to: options.authority)
  }

  func close() async {
    await service.stop()
    await client.close()
  }

  /// Runs the test. Returns whether every phone received its push and its update.
  func run() async throws -> Bool {
    printLine("push 127.0.0.1:\(service.port)")
    try await waitForService()
    try addPasses()
    service.onPush { [self] push in
      Task { await self.arrived(push) }
    }
    for index in members.indices { await perform(index) }
    printLine("registered \(members.count)")
    let isComplete = await wait { $0.members.allSatisfy { $0.pushes > 0 && $0.updates > 0 } }
    report()
    guard options.further > 0, isComplete else { return isComplete && refusals.isEmpty }
    isFurther = true
    let hasAll = await wait { $0.further >= $0.options.further }
    if !hasAll || !refusals.isEmpty { report() }
    return hasAll && refusals.isEmpty
  }

  private func wait(until isDone: (isolated Fleet) -> Bool) async -> Bool {
    let end = millisecondsNow() + options.seconds * 1_000
    while !isDone(self) {
      guard millisecondsNow() < end else { return false }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return true
  }

  private func waitForService() async throws {
    guard let origin = WebOrigin.split(options.address)?.origin else {
      throw FleetOptions.Wrong(description: "\(options.address) is no address")
    }
    for _ in 0..<600 {
      if (try? await client.fetchResponse(to: WebCall("HEAD", "/"), at: origin)) != nil { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw FleetOptions.Wrong(description: "\(options.address) does not answer")
  }

  private func addPasses() throws {
    let files = try Disk.list(options.passes).map(\.name).filter { $0.hasSuffix(".pkpass") }
      .sorted().prefix(options.count)
    guard files.count == options.count else {
      throw FleetOptions.Wrong(
        description: "\(options.passes) holds \(files.count) passes, \(options.count) are needed")
    }
    for file in files {
      let bytes = try Disk.read(FilePath.join(options.passes, file))
      let pass = try checker.pass(bytes, name: file).get()
      let device = Hex.encode(try SecureRandom.bytes(16))
      let token = Hex.encode(try SecureRandom.bytes(32))
      var phone = Phone(
        .phone, pushToken: token, identifier: { _ in device },
        read: Self.reader(checker.reader, at: options.address))
      // A new version contains its own address. These phones continue to use the address under
      // test.
      phone.address = options.address
      phone.add(pass.read, at: millisecondsNow())
      byToken[token] = members.count
      members.append(Member(phone: phone, pass: pass))
    }
  }

  /// Returns a reader that replaces the web service address of every pass with the address under
  /// test.
  private static func reader(
    _ reader: @escaping PassReader, at address: String
  ) -> PassReader {
    { bytes in
      reader(bytes).map {
        ReadPass(
          key: $0.key, webService: address, token: $0.token, manifestDigest: $0.manifestDigest)
      }
    }
  }

  private func arrived(_ push: ReceivedPush) async {
    guard let token = push.token, let index = byToken[token] else { return }
    members[index].pushes += 1
    members[index].phone.push(topic: push.topic ?? "", at: millisecondsNow())
    await perform(index)
  }

  private func perform(_ index: Int) async {
    while true {
      let calls = members[index].phone.calls(at: millisecondsNow())
      guard !calls.isEmpty else { break }
      for call in calls {
        let answer = await ask(call)
        members[index].phone.receive(answer, of: call.id, at: millisecondsNow())
      }
    }
    for event in members[index].phone.takeEvents() { note(event, index) }
  }

  private func note(_ event: PhoneEvent, _ index: Int) {
    switch event {
    case .updated(let key, _, _, let bytes):
      members[index].updates += 1
      // The phone accepts a bundle only if its signature and all hashes are valid.
      proven += 1
      if isFurther {
        further += 1
        printLine("updated \(key.serial) \(millisecondsNow())")
      }
      if index == 0, let out = options.out, members[index].updates == 1 {
        try? Disk.makeFolders(out)
        try? Disk.write(members[index].pass.bytes, to: FilePath.join(out, "old.pkpass"))
        try? Disk.write(bytes, to: FilePath.join(out, "new.pkpass"))
      }
    case .rejected(let key, let words): refusals.append("\(key.serial): \(words)")
    case .failed(let purpose, let words, _): refusals.append("\(purpose.taskName): \(words)")
    case .logged(_, let line): refusals.append(line)
    default: break
    }
  }

  private func ask(_ call: PhoneCall) async -> PhoneResult {
    guard let split = WebOrigin.split(call.url) else { return .broken("no address") }
    let request = WebCall(
      call.method, split.path, headers: call.headers.map { WebHeader($0.name, $0.value) },
      body: call.body)
    do throws(WebError) {
      let answer = try await client.fetchResponse(to: request, at: split.origin)
      return .response(
        .init(
          status: answer.status, headers: answer.headers.map { .init($0.name, $0.value) },
          body: answer.body))
    } catch {
      return .broken(error.description)
    }
  }

  private func report() {
    let pushes = members.map(\.pushes)
    printLine(
      "phones \(members.count), pushes \(pushes.reduce(0, +)), most for one phone "
        + "\(pushes.max() ?? 0), updated \(members.count { $0.updates > 0 }), signatures proven "
        + "\(proven), connections \(service.connectionCount), complaints \(refusals.count)")
    for words in refusals.prefix(5) { printLine("  \(words)") }
  }
}
