#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes workbooks for sheet_test.sh with openpyxl and XlsxWriter.

    scripts/tests/sheet_workbooks.py FOLDER
    scripts/tests/sheet_workbooks.py FOLDER ROWS    one workbook with so many rows
"""

import datetime
import pathlib
import sys

import openpyxl
import xlsxwriter

HEADER = ["Member No.", "Name", "Points", "Balance", "Valid until", "Start", "VIP", "Discount", "Zip"]
FORMATS = [None, None, "#,##0", '#,##0.00 "€"', "dd.mm.yyyy", "dd.mm.yyyy hh:mm", None, "0%", "00000"]
ROWS = [
    ["A-17", "Ada Lovelace", 1250, 12.5, datetime.date(2031, 12, 31), datetime.datetime(2031, 5, 1, 18, 30),
     True, 0.15, 417],
    ["A-18", 'Müller, "Max" & Söhne <GmbH>', 0, -0.1 - 0.2, datetime.date(2031, 6, 30),
     datetime.datetime(2031, 1, 1, 0, 0), False, 0.075, 99999],
]


def with_openpyxl(path, epoch=None, iso_dates=False, extra=None):
    book = openpyxl.Workbook()
    if epoch:
        book.epoch = epoch
    book.iso_dates = iso_dates
    sheet = book.active
    sheet.title = "Members"
    sheet.append(HEADER)
    for row in ROWS:
        sheet.append(row)
    for cells in sheet.iter_rows(min_row=2):
        for cell, form in zip(cells, FORMATS):
            if form:
                cell.number_format = form
    if extra:
        extra(book, sheet)
    book.save(path)


def with_xlsxwriter(path, options=None, formula=None):
    book = xlsxwriter.Workbook(path, options or {})
    sheet = book.add_worksheet("Members")
    formats = [book.add_format({"num_format": form}) if form else None for form in FORMATS]
    sheet.write_row(0, 0, HEADER)
    for number, row in enumerate(ROWS, 1):
        for column, value in enumerate(row):
            if isinstance(value, datetime.date):
                sheet.write_datetime(number, column, value, formats[column])
            else:
                sheet.write(number, column, value, formats[column])
    if formula:
        sheet.write_formula(1, 2, formula, None, 1250)
    book.close()


def hidden(book, sheet):
    sheet.row_dimensions[3].hidden = True
    sheet.merge_cells("D2:D3")
    other = book.create_sheet("Lists")
    other.append(["tier"])
    other.sheet_state = "hidden"


def formula(_, sheet):
    sheet["C2"] = "=1000+250"


def error(_, sheet):
    sheet["C3"] = "#N/A"


def second(book, _):
    book.create_sheet("New members").append(["Member No."])


def many(path, count):
    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = book.add_worksheet("Members")
    sheet.write_row(0, 0, ["Member No.", "Name", "Points", "Valid until"])
    day = book.add_format({"num_format": "dd.mm.yyyy"})
    for number in range(1, count + 1):
        sheet.write_row(number, 0, [f"A-{number}", f"Member {number}", number % 1000])
        sheet.write_number(number, 3, 48213, day)
    book.close()


def main():
    folder = pathlib.Path(sys.argv[1])
    if len(sys.argv) > 2:
        return many(folder / "many.xlsx", int(sys.argv[2]))
    with_openpyxl(folder / "openpyxl.xlsx")
    with_openpyxl(folder / "mac.xlsx", epoch=openpyxl.utils.datetime.CALENDAR_MAC_1904)
    with_openpyxl(folder / "iso.xlsx", iso_dates=True)
    with_xlsxwriter(folder / "xlsxwriter.xlsx")
    with_xlsxwriter(folder / "inline.xlsx", {"constant_memory": True})
    with_xlsxwriter(folder / "xlsxwriter1904.xlsx", {"date_1904": True})
    with_xlsxwriter(folder / "computed.xlsx", formula="=1000+250")
    with_openpyxl(folder / "hidden.xlsx", extra=hidden)
    with_openpyxl(folder / "formula.xlsx", extra=formula)
    with_openpyxl(folder / "error.xlsx", extra=error)
    with_openpyxl(folder / "two.xlsx", extra=second)
    return None


if __name__ == "__main__":
    main()
