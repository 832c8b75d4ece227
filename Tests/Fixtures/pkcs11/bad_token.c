// SPDX-License-Identifier: Apache-2.0
// A PKCS #11 module that misbehaves as BAD_TOKEN says: compiled by the tests, against our own layout of
// the structures. Its one key is the one whose modulus stands in BAD_TOKEN_MODULUS, in hex; it has no
// private half, so that whatever it "signs" is wrong, and a test that finds a pass has found a fault.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../Sources/CLibraries/CPKCS11/shim.h"

enum { FAILED = 0x5, FUNCTION_FAILED = 0x6, REMOVED = 0x32, HANDLE = 0xB3, PIN = 0xA0, LOCKED = 0xA4 };

static int is(const char *mode) {
  const char *wanted = getenv("BAD_TOKEN");
  return wanted && strcmp(wanted, mode) == 0;
}

static void hang(void) {
  for (;;) pause();
}

static void pad(unsigned char *to, size_t size, const char *text) {
  memset(to, ' ', size);
  memcpy(to, text, strlen(text));
}

static passc_ck_rv initialize(void *arguments) {
  (void)arguments;
  if (is("hangs at once")) hang();
  return is("does not begin") ? FAILED : 0;
}

static passc_ck_rv get_info(passc_ck_info *info) {
  memset(info, 0, sizeof *info);
  pad(info->manufacturer, 32, "Bad");
  pad(info->description, 32, "Bad token");
  return is("has no info") ? FAILED : 0;
}

static passc_ck_rv get_slot_list(
    passc_ck_byte only, passc_ck_ulong *slots, passc_ck_ulong *count) {
  (void)only;
  if (is("lists no slots")) return FAILED;
  if (is("has no slots")) {
    *count = 0;
    return 0;
  }
  if (is("has slots without end")) {
    *count = ~0ul;
    return slots ? FAILED : 0;
  }
  passc_ck_ulong number = is("has two tokens") ? 2 : 1;
  if (slots) {
    for (passc_ck_ulong i = 0; i < number; i++) slots[i] = i;
  }
  *count = number;
  return 0;
}

static passc_ck_rv get_slot_info(passc_ck_ulong slot, passc_ck_slot_info *info) {
  (void)slot;
  memset(info, 0, sizeof *info);
  return 0;
}

static passc_ck_rv get_token_info(passc_ck_ulong slot, passc_ck_token_info *info) {
  (void)slot;
  if (is("was pulled out")) return 0xE0;
  memset(info, 0, sizeof *info);
  pad(info->label, 32, is("has an odd name") ? "\xff\xfe\x1b[31m" : "bad");
  pad(info->serial, 16, "1");
  info->flags = 0x4 | 0x8 | 0x400;
  if (is("is not initialised")) info->flags &= ~0x400ul;
  if (is("has no PIN")) info->flags &= ~0x8ul;
  if (is("is locked")) info->flags |= 0x40000;
  return 0;
}

static passc_ck_rv open_session(
    passc_ck_ulong slot, passc_ck_ulong flags, void *application, void *notify,
    passc_ck_ulong *session) {
  (void)slot, (void)flags, (void)application, (void)notify;
  *session = 7;
  return is("opens no session") ? FAILED : 0;
}

static passc_ck_rv close_session(passc_ck_ulong session) {
  (void)session;
  return 0;
}

static passc_ck_rv login(
    passc_ck_ulong session, passc_ck_ulong user, const passc_ck_byte *pin, passc_ck_ulong length) {
  (void)session, (void)user;
  if (is("hangs at the login")) hang();
  if (is("locks itself")) return LOCKED;
  if (is("changes its PIN")) {
    // A byte for each try; the first one alone is taken.
    int log = open(getenv("BAD_TOKEN_LOGINS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (log < 0 || write(log, "x", 1) != 1) return FAILED;
    off_t tries = lseek(log, 0, SEEK_CUR);
    close(log);
    return tries == 1 ? 0 : PIN;
  }
  return length == 4 && memcmp(pin, "1234", 4) == 0 ? 0 : PIN;
}

static passc_ck_ulong wanted_class;

static passc_ck_rv find_objects_init(
    passc_ck_ulong session, passc_ck_attribute *attributes, passc_ck_ulong count) {
  (void)session;
  wanted_class = 0;
  if (count > 0 && attributes[0].type == 0) memcpy(&wanted_class, attributes[0].value, 8);
  return is("finds nothing out") ? FAILED : 0;
}

static int found;

static passc_ck_rv find_objects(
    passc_ck_ulong session, passc_ck_ulong *objects, passc_ck_ulong limit, passc_ck_ulong *count) {
  (void)session;
  if (is("fails while it looks")) return FUNCTION_FAILED;
  if (is("says it found more than there is room")) {
    *count = limit + 1000;
    for (passc_ck_ulong i = 0; i < limit; i++) objects[i] = 1;
    return 0;
  }
  *count = 0;
  if (wanted_class == 3 && !found && !is("has no key")) {
    found = 1;
    objects[0] = 1;
    *count = 1;
  }
  return 0;
}

static passc_ck_rv find_objects_final(passc_ck_ulong session) {
  (void)session;
  found = 0;
  return 0;
}

static passc_ck_rv give(passc_ck_attribute *attribute, const void *value, passc_ck_ulong length) {
  if (attribute->value) {
    if (attribute->length < length) return 0x150;
    memcpy(attribute->value, value, length);
  }
  attribute->length = length;
  return 0;
}

static passc_ck_rv get_attribute_value(
    passc_ck_ulong session, passc_ck_ulong object, passc_ck_attribute *attribute,
    passc_ck_ulong count) {
  (void)session, (void)object, (void)count;
  static const unsigned char no = 0, yes = 1, exponent[] = {1, 0, 1}, point[] = {4, 1, 2, 3};
  static const unsigned char p256[] = {0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07};
  if (is("tells nothing of its key")) return 0x11;
  if (is("gives attributes without end")) {
    attribute->length = ~0ul;
    return 0;
  }
  unsigned char modulus[512];
  const char *hex = getenv("BAD_TOKEN_MODULUS");
  size_t length = hex ? strlen(hex) / 2 : 0;
  for (size_t i = 0; i < length && i < sizeof modulus; i++) {
    char digits[3] = {hex[2 * i], hex[2 * i + 1], 0};
    modulus[i] = (unsigned char)strtoul(digits, NULL, 16);
  }
  if (is("has another key")) modulus[20] ^= 1;
  int has_ec = is("has a point that is none");
  switch (attribute->type) {
    case 0x108: return give(attribute, is("may not sign") ? &no : &yes, 1);
    case 0x120: return has_ec ? 0x12 : give(attribute, modulus, length);
    case 0x122: return has_ec ? 0x12 : give(attribute, exponent, 3);
    case 0x180: return has_ec ? give(attribute, p256, sizeof p256) : 0x12;
    case 0x181: return has_ec ? give(attribute, point, sizeof point) : 0x12;
    case 0x202: return give(attribute, is("asks each time") ? &yes : &no, 1);
    default: return 0x12;
  }
}

static passc_ck_rv sign_init(
    passc_ck_ulong session, const passc_ck_mechanism *mechanism, passc_ck_ulong key) {
  (void)session, (void)mechanism, (void)key;
  if (is("lost its session")) return HANDLE;
  if (is("changes its PIN")) {
    // Long enough for all threads to come here.
    usleep(300000);
    return HANDLE;
  }
  if (is("does not know the mechanism")) return 0x70;
  return 0;
}

static passc_ck_rv sign(
    passc_ck_ulong session, const passc_ck_byte *data, passc_ck_ulong length,
    passc_ck_byte *signature, passc_ck_ulong *signature_length) {
  (void)session;
  if (is("hangs when it signs")) hang();
  if (is("is pulled out")) return REMOVED;
  if (is("fails with a code of its own")) return 0x80000001ul;
  if (is("gives an empty signature")) {
    *signature_length = 0;
    return 0;
  }
  if (is("says its signature is endless")) {
    *signature_length = ~0ul;
    return 0;
  }
  if (is("gives a short signature")) {
    *signature_length = 100;
    memset(signature, 1, 100);
    return 0;
  }
  if (is("gives what it got")) {
    memcpy(signature, data, length);
    *signature_length = length;
    return 0;
  }
  // "gives garbage", and whatever has no fault of its own before.
  memset(signature, 0x5a, 256);
  *signature_length = 256;
  return 0;
}

static passc_ck_functions functions = {
    .version = {2, 40},
    .initialize = initialize,
    .get_info = get_info,
    .get_slot_list = get_slot_list,
    .get_slot_info = get_slot_info,
    .get_token_info = get_token_info,
    .open_session = open_session,
    .close_session = close_session,
    .login = login,
    .get_attribute_value = get_attribute_value,
    .find_objects_init = find_objects_init,
    .find_objects = find_objects,
    .find_objects_final = find_objects_final,
    .sign_init = sign_init,
    .sign = sign,
};

passc_ck_rv C_GetFunctionList(const passc_ck_functions **list) {
  if (is("gives no functions")) return FAILED;
  if (is("gives no table")) {
    *list = NULL;
    return 0;
  }
  if (is("is of version 1")) functions.version.major = 1;
  if (is("lacks functions")) {
    memset(&functions.get_info, 0, (size_t)((char *)(&functions + 1) - (char *)&functions.get_info));
  }
  *list = &functions;
  return 0;
}
