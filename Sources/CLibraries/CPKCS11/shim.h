// SPDX-License-Identifier: Apache-2.0
// What PassKeys uses of PKCS #11 (OASIS, version 2.40): the layout of what a module and its caller
// hand each other, under names of our own. Nothing is linked: a module is opened when somebody
// names a key in it. On Unix structures are laid out as the C compiler does it.
#pragma once

typedef unsigned long passc_ck_ulong;
typedef unsigned char passc_ck_byte;
typedef passc_ck_ulong passc_ck_rv;

typedef struct {
  passc_ck_byte major;
  passc_ck_byte minor;
} passc_ck_version;

// Texts are padded with blanks and not terminated.
typedef struct {
  passc_ck_version cryptoki_version;
  passc_ck_byte manufacturer[32];
  passc_ck_ulong flags;
  passc_ck_byte description[32];
  passc_ck_version version;
} passc_ck_info;

typedef struct {
  passc_ck_byte description[64];
  passc_ck_byte manufacturer[32];
  passc_ck_ulong flags;
  passc_ck_version hardware;
  passc_ck_version firmware;
} passc_ck_slot_info;

typedef struct {
  passc_ck_byte label[32];
  passc_ck_byte manufacturer[32];
  passc_ck_byte model[16];
  passc_ck_byte serial[16];
  passc_ck_ulong flags;
  passc_ck_ulong max_sessions;
  passc_ck_ulong sessions;
  passc_ck_ulong max_writing_sessions;
  passc_ck_ulong writing_sessions;
  passc_ck_ulong max_pin_length;
  passc_ck_ulong min_pin_length;
  passc_ck_ulong public_memory;
  passc_ck_ulong free_public_memory;
  passc_ck_ulong private_memory;
  passc_ck_ulong free_private_memory;
  passc_ck_version hardware;
  passc_ck_version firmware;
  passc_ck_byte utc_time[16];
} passc_ck_token_info;

typedef struct {
  passc_ck_ulong type;
  void *value;
  passc_ck_ulong length;
} passc_ck_attribute;

typedef struct {
  passc_ck_ulong mechanism;
  void *parameter;
  passc_ck_ulong parameter_length;
} passc_ck_mechanism;

typedef struct {
  void *create_mutex;
  void *destroy_mutex;
  void *lock_mutex;
  void *unlock_mutex;
  passc_ck_ulong flags;
  void *reserved;
} passc_ck_initialize_args;

// The table of functions, in the order of the standard, as far as the last one that is called;
// those that are not called only keep their places.
typedef void (*passc_ck_unused)(void);
typedef struct {
  passc_ck_version version;
  passc_ck_rv (*initialize)(void *arguments);
  passc_ck_rv (*finalize)(void *reserved);
  passc_ck_rv (*get_info)(passc_ck_info *info);
  passc_ck_unused get_function_list;
  passc_ck_rv (*get_slot_list)(
      passc_ck_byte only_with_token, passc_ck_ulong *slots, passc_ck_ulong *count);
  passc_ck_rv (*get_slot_info)(passc_ck_ulong slot, passc_ck_slot_info *info);
  passc_ck_rv (*get_token_info)(passc_ck_ulong slot, passc_ck_token_info *info);
  passc_ck_unused get_mechanism_list;
  passc_ck_unused get_mechanism_info;
  passc_ck_unused init_token;
  passc_ck_unused init_pin;
  passc_ck_unused set_pin;
  passc_ck_rv (*open_session)(
      passc_ck_ulong slot, passc_ck_ulong flags, void *application, void *notify,
      passc_ck_ulong *session);
  passc_ck_rv (*close_session)(passc_ck_ulong session);
  passc_ck_unused close_all_sessions;
  passc_ck_unused get_session_info;
  passc_ck_unused get_operation_state;
  passc_ck_unused set_operation_state;
  passc_ck_rv (*login)(
      passc_ck_ulong session, passc_ck_ulong user, const passc_ck_byte *pin, passc_ck_ulong length);
  passc_ck_unused logout;
  passc_ck_unused create_object;
  passc_ck_unused copy_object;
  passc_ck_unused destroy_object;
  passc_ck_unused get_object_size;
  passc_ck_rv (*get_attribute_value)(
      passc_ck_ulong session, passc_ck_ulong object, passc_ck_attribute *attributes,
      passc_ck_ulong count);
  passc_ck_unused set_attribute_value;
  passc_ck_rv (*find_objects_init)(
      passc_ck_ulong session, passc_ck_attribute *attributes, passc_ck_ulong count);
  passc_ck_rv (*find_objects)(
      passc_ck_ulong session, passc_ck_ulong *objects, passc_ck_ulong limit, passc_ck_ulong *count);
  passc_ck_rv (*find_objects_final)(passc_ck_ulong session);
  passc_ck_unused encrypt[4];
  passc_ck_unused decrypt[4];
  passc_ck_unused digest[5];
  passc_ck_rv (*sign_init)(
      passc_ck_ulong session, const passc_ck_mechanism *mechanism, passc_ck_ulong key);
  passc_ck_rv (*sign)(
      passc_ck_ulong session, const passc_ck_byte *data, passc_ck_ulong length,
      passc_ck_byte *signature, passc_ck_ulong *signature_length);
} passc_ck_functions;

// The one name that is looked up in a module: C_GetFunctionList.
typedef passc_ck_rv (*passc_ck_get_function_list)(const passc_ck_functions **functions);
