// SPDX-License-Identifier: Apache-2.0

// Signs coupons of a bakery and checks passes: PassServer TEMPLATE IDENTITY PORT

import Foundation
import PassBuild

let arguments = CommandLine.arguments
guard arguments.count == 4, let port = Int(arguments[3]) else {
  print("usage: PassServer TEMPLATE IDENTITY PORT")
  exit(2)
}
let factory = try PassFactory(
  template: .load(folder: arguments[1]), identity: .load(folder: arguments[2]))
