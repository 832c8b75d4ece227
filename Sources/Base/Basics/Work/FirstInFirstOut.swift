// SPDX-License-Identifier: Apache-2.0

/// A queue of waiting elements. Adding one and removing the first take constant time on average.
package struct FirstInFirstOut<Element> {
  private var elements: [Element?] = []
  /// Number of elements at the beginning of `elements` that were removed.
  private var removed = 0

  package init() {}

  package var count: Int { elements.count - removed }

  package mutating func append(_ element: Element) { elements.append(element) }

  /// Removes the first element and returns it. Returns nil if there is none.
  package mutating func popFirst() -> Element? {
    guard removed < elements.count else { return nil }
    // Takes the element out, so that the array does not keep what it refers to.
    let first = elements[removed].take()
    removed += 1
    // Without this, a queue that is never empty would grow forever.
    if removed == elements.count || removed >= 1_000 {
      elements.removeFirst(removed)
      removed = 0
    }
    return first
  }

  /// Removes all elements and returns them in their order.
  package mutating func removeAll() -> [Element] {
    defer {
      elements.removeAll()
      removed = 0
    }
    return elements.dropFirst(removed).compactMap(\.self)
  }
}
