// SPDX-License-Identifier: Apache-2.0
// SoftHSM, but it loses all its sessions again and again: FORGETFUL_TOKEN is the module, and before every
// twentieth signature they are closed, and whoever was logged in is not any more, as when the network of an HSM
// was away. Compiled by the tests, against our own layout of the structures.
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "../../../Sources/CLibraries/CPKCS11/shim.h"

static const passc_ck_functions *real;
static passc_ck_functions functions;
// SoftHSM takes it badly when sessions are closed that others are working in: calls share the lock, whoever
// closes sessions has it alone.
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static passc_ck_ulong slot;
static int signatures;

static passc_ck_rv shared(passc_ck_rv status) {
  pthread_rwlock_unlock(&lock);
  return status;
}

#define SHARED(call) (pthread_rwlock_rdlock(&lock), shared(real->call))

static passc_ck_rv open_session(
    passc_ck_ulong of, passc_ck_ulong flags, void *application, void *notify, passc_ck_ulong *session) {
  pthread_rwlock_wrlock(&lock);
  slot = of;
  return shared(real->open_session(of, flags, application, notify, session));
}

static passc_ck_rv close_session(passc_ck_ulong session) {
  pthread_rwlock_wrlock(&lock);
  return shared(real->close_session(session));
}

static passc_ck_rv login(
    passc_ck_ulong session, passc_ck_ulong user, const passc_ck_byte *pin, passc_ck_ulong length) {
  return SHARED(login(session, user, pin, length));
}

static passc_ck_rv get_attribute_value(
    passc_ck_ulong session, passc_ck_ulong object, passc_ck_attribute *attributes, passc_ck_ulong count) {
  return SHARED(get_attribute_value(session, object, attributes, count));
}

static passc_ck_rv find_objects_init(passc_ck_ulong session, passc_ck_attribute *attributes, passc_ck_ulong count) {
  return SHARED(find_objects_init(session, attributes, count));
}

static passc_ck_rv find_objects(
    passc_ck_ulong session, passc_ck_ulong *objects, passc_ck_ulong limit, passc_ck_ulong *count) {
  return SHARED(find_objects(session, objects, limit, count));
}

static passc_ck_rv find_objects_final(passc_ck_ulong session) {
  return SHARED(find_objects_final(session));
}

static passc_ck_rv sign_init(
    passc_ck_ulong session, const passc_ck_mechanism *mechanism, passc_ck_ulong key) {
  pthread_rwlock_wrlock(&lock);
  if (++signatures % 20 == 0) ((passc_ck_rv(*)(passc_ck_ulong))real->close_all_sessions)(slot);
  return shared(real->sign_init(session, mechanism, key));
}

static passc_ck_rv sign(
    passc_ck_ulong session, const passc_ck_byte *data, passc_ck_ulong length, passc_ck_byte *signature,
    passc_ck_ulong *signature_length) {
  return SHARED(sign(session, data, length, signature, signature_length));
}

passc_ck_rv C_GetFunctionList(const passc_ck_functions **list) {
  void *module = dlopen(getenv("FORGETFUL_TOKEN"), RTLD_NOW | RTLD_LOCAL);
  passc_ck_get_function_list get = module ? (passc_ck_get_function_list)dlsym(module, "C_GetFunctionList") : NULL;
  if (!get || get(&real) != 0) return 0x5;
  functions = *real;
  functions.open_session = open_session;
  functions.close_session = close_session;
  functions.login = login;
  functions.get_attribute_value = get_attribute_value;
  functions.find_objects_init = find_objects_init;
  functions.find_objects = find_objects;
  functions.find_objects_final = find_objects_final;
  functions.sign_init = sign_init;
  functions.sign = sign;
  *list = &functions;
  return 0;
}
