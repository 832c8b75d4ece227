// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "List, verify, export and merge ledgers of issued passes.",
    discussion: """
      passc issue --ledger FILE keeps a ledger: every serial number with its token, a digest of \
      what the pass was made from, and the place of the file. It is an SQLite file that only you \
      can read. passc shows tokens only with --with-tokens.

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
