// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `passc ledger`: what was issued, as the ledger of `passc issue` knows it.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Look at, prove, hand on and unite ledgers of issued passes.",
    discussion: """
      A ledger is what passc issue --ledger FILE keeps: every serial with its token, what its \
      bundle was made from, and where the bundle is. It is an SQLite file that only its user can \
      read. Tokens are shown only with --with-tokens.

      Examples:
        passc ledger list --ledger gym.ledger
        passc ledger show A-17 --ledger gym.ledger
        passc ledger export --ledger gym.ledger --run last --with-tokens -o new.csv
        passc ledger verify --ledger gym.ledger
        passc ledger merge shard-1.ledger shard-2.ledger -o gym.ledger
        passc ledger import delivered/*.pkpass --ledger gym.ledger
        passc ledger relocate /srv/out /mnt/passes --ledger gym.ledger
      """,
    subcommands: [
      LedgerListCommand.self, LedgerShowCommand.self, LedgerExportCommand.self,
      LedgerVerifyCommand.self, LedgerMergeCommand.self, LedgerImportCommand.self,
      LedgerRelocateCommand.self,
    ])
}
