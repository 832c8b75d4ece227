// SPDX-License-Identifier: Apache-2.0

/// The standard streams of a child process, and which other descriptors it inherits.
package enum ChildStreams: Equatable, Sendable {
  /// Those of this process, and all descriptors that are not close-on-exec, such as those of the
  /// job server of make.
  case inherited
  /// /dev/null, and no other descriptors.
  case none
  /// Input from one descriptor and output to another. Errors go to a third, or to standard error of
  /// this process. No other descriptors. All numbers must be above 2.
  case pipes(input: Int32, output: Int32, errors: Int32? = nil)

  #if canImport(Darwin)
    package typealias Actions = posix_spawn_file_actions_t?
  #else
    package typealias Actions = posix_spawn_file_actions_t
  #endif

  /// Adds the actions for `posix_spawn`. Returns false if the system is out of memory.
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
        // Darwin closes all descriptors that are not listed.
        guard errors != nil || posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO) == 0
        else { return false }
      #endif
    }
    return closeOthers(&actions)
  }

  #if canImport(Darwin)
    /// Does nothing on Darwin. An attribute of the child closes the other descriptors there.
    private func closeOthers(_ actions: inout Actions) -> Bool { true }
  #else
    /// Closes all descriptors above 2 in the child, because sockets of SwiftNIO are not
    /// close-on-exec.
    private func closeOthers(_ actions: inout Actions) -> Bool {
      if let closeFrom = Self.closeFrom { return closeFrom(&actions, 3) == 0 }
      // Before glibc 2.34: the descriptors that are open now.
      let names = (try? Disk.list("/proc/self/fd")) ?? []
      return names.compactMap { Int32($0.name) }.filter { $0 > 2 }
        .allSatisfy { posix_spawn_file_actions_addclose(&actions, $0) == 0 }
    }

    // The Glibc module of Swift does not declare this function.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
      .map {
        unsafeBitCast(
          $0, to: (@convention(c) (UnsafeMutablePointer<Actions>, CInt) -> CInt).self)
      }
  #endif
}
