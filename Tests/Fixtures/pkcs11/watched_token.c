// SPDX-License-Identifier: Apache-2.0
// SoftHSM, but what it is asked stands in a file afterwards: WATCHED_TOKEN is the module, and each call that is
// counted adds a line to WATCHED_TOKEN_CALLS, in the order of their ends. A signature takes 2 ms longer, so that
// threads meet. It can be as SoftHSM is while another process writes the token's file: the first
// WATCHED_TOKEN_ABSENT times it is initialised it has no token, or the first WATCHED_TOKEN_BUSY logins fail with
// WATCHED_TOKEN_ANSWER (CKR_GENERAL_ERROR) and the token lacks its serial number. With WATCHED_TOKEN_COUNTS it says
// after a login that a wrong PIN was given. Compiled by the tests, against our own layout of the structures.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../Sources/CLibraries/CPKCS11/shim.h"

enum { GENERAL_ERROR = 0x5, PIN_COUNT_LOW = 0x10000 };

static const passc_ck_functions *real;
static passc_ck_functions functions;
static int starts, logins;

static int is_within(int number, const char *name) {
  const char *limit = getenv(name);
  return limit && number <= atoi(limit);
}

// One write a line: lines of threads stay whole.
static void note(const char *line) {
  int file = open(getenv("WATCHED_TOKEN_CALLS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0 || write(file, line, strlen(line)) < 0) abort();
  close(file);
}

static void note_text(const char *name, const unsigned char *text, int size) {
  char line[200];
  while (size > 0 && text[size - 1] == ' ') size--;
  snprintf(line, sizeof line, "%s=%.*s\n", name, size, (const char *)text);
  note(line);
}

static passc_ck_rv initialize(void *arguments) {
  passc_ck_rv status = real->initialize(arguments);
  if (status == 0) starts++;
  note("C_Initialize\n");
  return status;
}

static passc_ck_rv finalize(void *reserved) {
  passc_ck_rv status = real->finalize(reserved);
  note("C_Finalize\n");
  return status;
}

static passc_ck_rv get_info(passc_ck_info *info) {
  passc_ck_rv status = real->get_info(info);
  char version[40];
  snprintf(version, sizeof version, "library-version=%d.%d\n", info->version.major, info->version.minor);
  note_text("library-manufacturer", info->manufacturer, sizeof info->manufacturer);
  note_text("library-description", info->description, sizeof info->description);
  note(version);
  return status;
}

static passc_ck_rv get_slot_list(passc_ck_byte only, passc_ck_ulong *slots, passc_ck_ulong *count) {
  if (is_within(starts, "WATCHED_TOKEN_ABSENT")) {
    *count = 0;
    return 0;
  }
  return real->get_slot_list(only, slots, count);
}

static passc_ck_rv open_session(
    passc_ck_ulong slot, passc_ck_ulong flags, void *application, void *notify, passc_ck_ulong *session) {
  passc_ck_rv status = real->open_session(slot, flags, application, notify, session);
  note("C_OpenSession\n");
  return status;
}

static passc_ck_rv close_session(passc_ck_ulong session) {
  passc_ck_rv status = real->close_session(session);
  note("C_CloseSession\n");
  return status;
}

static passc_ck_rv login(
    passc_ck_ulong session, passc_ck_ulong user, const passc_ck_byte *pin, passc_ck_ulong length) {
  logins++;
  const char *answer = getenv("WATCHED_TOKEN_ANSWER");
  passc_ck_rv status = is_within(logins, "WATCHED_TOKEN_BUSY") ? (passc_ck_rv)(answer ? atoi(answer) : GENERAL_ERROR)
                                                              : real->login(session, user, pin, length);
  note("C_Login\n");
  return status;
}

static passc_ck_rv get_token_info(passc_ck_ulong slot, passc_ck_token_info *info) {
  passc_ck_rv status = real->get_token_info(slot, info);
  if (logins > 0 && getenv("WATCHED_TOKEN_COUNTS")) info->flags |= PIN_COUNT_LOW;
  if (is_within(logins + 1, "WATCHED_TOKEN_BUSY")) memset(info->serial, ' ', sizeof info->serial);
  return status;
}

static passc_ck_rv find_objects_init(passc_ck_ulong session, passc_ck_attribute *attributes, passc_ck_ulong count) {
  passc_ck_rv status = real->find_objects_init(session, attributes, count);
  note("C_FindObjectsInit\n");
  return status;
}

static passc_ck_rv sign(
    passc_ck_ulong session, const passc_ck_byte *data, passc_ck_ulong length, passc_ck_byte *signature,
    passc_ck_ulong *signature_length) {
  usleep(2000);
  passc_ck_rv status = real->sign(session, data, length, signature, signature_length);
  note("C_Sign\n");
  return status;
}

passc_ck_rv C_GetFunctionList(const passc_ck_functions **list) {
  void *module = dlopen(getenv("WATCHED_TOKEN"), RTLD_NOW | RTLD_LOCAL);
  passc_ck_get_function_list get = module ? (passc_ck_get_function_list)dlsym(module, "C_GetFunctionList") : NULL;
  if (!get || get(&real) != 0) return GENERAL_ERROR;
  functions = *real;
  functions.initialize = initialize;
  functions.finalize = finalize;
  functions.get_info = get_info;
  functions.get_slot_list = get_slot_list;
  functions.open_session = open_session;
  functions.close_session = close_session;
  functions.login = login;
  functions.get_token_info = get_token_info;
  functions.find_objects_init = find_objects_init;
  functions.sign = sign;
  *list = &functions;
  return 0;
}
