// SPDX-License-Identifier: Apache-2.0

/// Where a started program reads and writes, and which other descriptors of this process it gets.
package enum ChildStreams: Equatable, Sendable {
  /// Those of this process. It also gets every descriptor that is not closed on exec, such as those
  /// of a job server of make.
  case inherited
  /// /dev/null, and no other descriptor.
  case none
  /// It reads from one descriptor and writes to the other. Errors go to a third, or where those of
  /// this process go. It gets no other descriptor. All numbers are above 2.
  case pipes(input: Int32, output: Int32, errors: Int32? = nil)

  #if canImport(Darwin)
    package typealias Actions = posix_spawn_file_actions_t?
  #else
    package typealias Actions = posix_spawn_file_actions_t
  #endif

  /// Adds what makes the streams of a child; false when the system has no memory for it.
  package func add(to actions: inout Actions) -> Bool {
    switch self {
    case .inherited: return true
    case .none:
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        guard
          posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0) == 0
        else { return false }
      }
    case .pipes(let input, let output, let errors):
      guard posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) == 0,
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) == 0
      else { return false }
      if let errors {
        guard posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) == 0 else {
          return false
        }
      }
      #if canImport(Darwin)
        // Where all others are closed by default.
        guard errors != nil || posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO) == 0
        else { return false }
      #endif
    }
    return closeOthers(&actions)
  }

  #if canImport(Darwin)
    /// Closing the others is an attribute of the child there.
    private func closeOthers(_ actions: inout Actions) -> Bool { true }
  #else
    /// Closes all descriptors above 2 in the child: sockets of SwiftNIO are not closed on exec.
    private func closeOthers(_ actions: inout Actions) -> Bool {
      if let closeFrom = Self.closeFrom { return closeFrom(&actions, 3) == 0 }
      // Before glibc 2.34: those that are open now.
      let names = (try? Disk.list("/proc/self/fd")) ?? []
      return names.compactMap { Int32($0.name) }.filter { $0 > 2 }
        .allSatisfy { posix_spawn_file_actions_addclose(&actions, $0) == 0 }
    }

    // Not in what Swift sees of the C library.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
      .map {
        unsafeBitCast(
          $0, to: (@convention(c) (UnsafeMutablePointer<Actions>, CInt) -> CInt).self)
      }
  #endif
}
