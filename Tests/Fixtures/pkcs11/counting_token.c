// SPDX-License-Identifier: Apache-2.0
// A module that tells what is asked of it: COUNTING_TOKEN is the one that does the work, and COUNTING_TOKEN_CALLS
// a file that gets a letter for each session that is opened (o) or closed (c), each login (l) and each signature
// (s). Compiled by the tests, against our own layout of the structures.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../../Sources/CPKCS11/shim.h"

static const passc_ck_functions *real;
static passc_ck_functions functions;
static int calls = -1;

static void tell(char letter) {
  if (write(calls, &letter, 1) != 1) abort();
}

static passc_ck_rv open_session(
    passc_ck_ulong slot, passc_ck_ulong flags, void *application, void *notify, passc_ck_ulong *session) {
  tell('o');
  return real->open_session(slot, flags, application, notify, session);
}

static passc_ck_rv close_session(passc_ck_ulong session) {
  tell('c');
  return real->close_session(session);
}

static passc_ck_rv login(
    passc_ck_ulong session, passc_ck_ulong user, const passc_ck_byte *pin, passc_ck_ulong length) {
  tell('l');
  return real->login(session, user, pin, length);
}

static passc_ck_rv sign(
    passc_ck_ulong session, const passc_ck_byte *data, passc_ck_ulong length, passc_ck_byte *signature,
    passc_ck_ulong *signature_length) {
  if (signature) tell('s');
  return real->sign(session, data, length, signature, signature_length);
}

passc_ck_rv C_GetFunctionList(const passc_ck_functions **list) {
  void *module = dlopen(getenv("COUNTING_TOKEN"), RTLD_NOW | RTLD_LOCAL);
  passc_ck_get_function_list get = module ? (passc_ck_get_function_list)dlsym(module, "C_GetFunctionList") : NULL;
  calls = open(getenv("COUNTING_TOKEN_CALLS"), O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (calls < 0 || !get || get(&real) != 0) return 0x5;
  functions = *real;
  functions.open_session = open_session;
  functions.close_session = close_session;
  functions.login = login;
  functions.sign = sign;
  *list = &functions;
  return 0;
}
