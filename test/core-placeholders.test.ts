import { describe, expect, it } from 'vitest';
import {
  isOptionPlaceholder,
  isPairPlaceholder,
  isPasswordPlaceholder,
  isPortPlaceholder,
  isVariable,
} from '../src/core/placeholder-words.ts';

const words = (text: string): string[] => text.split(' ');

describe('what stands in the place of a part', () => {
  it.each(
    words(
      'port PORT db_port dbport-number port_no portnum port12 27xxx 27nnn nnnnn 2x p p1 <port> ${PORT} %PORT% *** ### ? {port}',
    ),
  )('a port: %s', (port) => expect(isPortPlaceholder(port)).toBe(true));
  it.each(words('27017 999999 ports portal x27017 12345x xport_x p12 port1234 27nnnnnn port-nono *1'))(
    'no port: %s',
    (port) => expect(isPortPlaceholder(port)).toBe(false),
  );

  it.each(words('$DB $DB_NAME $_x $a1'))('a variable: %s', (text) => expect(isVariable(text)).toBe(true));
  it.each(words('$external DB $1 x$DB $a-b $ $$DB'))('no variable: %s', (text) => expect(isVariable(text)).toBe(false));

  it.each(
    words(
      'options option opts param params parameters args arguments query settings param1 param_1 optn your-options option=value options=',
    ),
  )('an option: %s', (option) => expect(isOptionPlaceholder(option)).toBe(true));
  it.each([
    'tls',
    'tls=true',
    'optionally',
    'param123',
    'w1',
    'options!',
    '1options',
    'option=a long value of more than twenty',
  ])('no option: %s', (option) => expect(isOptionPlaceholder(option)).toBe(false));

  it.each([
    ['option1', 'value1'],
    ['key', 'val'],
    ['name', 'myvalue'],
    ['optionName', 'value'],
    ['params', 'valuen'],
    ['setting_2', 'value_2'],
    ['key-1', 'VALUE-1'],
  ])('a pair: %s=%s', (name, value) => expect(isPairPlaceholder(name, value)).toBe(true));
  it.each([
    ['option1', 'true'],
    ['tls', 'value1'],
    ['keys2x', 'value'],
    ['mykey', 'value'],
    ['key', 'values'],
    ['key', 'value123'],
    ['key', 'my value'],
    ['', ''],
  ])('no pair: %s=%s', (name, value) => expect(isPairPlaceholder(name, value)).toBe(false));

  it.each([
    ...words(
      'x p password PASSWORD your-password yourPassword123 change_me changeme replaceThis <p> [pw] {password} (secret)',
    ),
    ...words(
      'xxxx **** ---- .... xxxx-xxxx a***b a...b DB_ROOT_PW $APP_SECRET_2 %MY_PASS% __PASSWORD__ {{password}} :pass $PASS',
    ),
    ...words(
      'xxpasswordxx my_db_password mySecret s e c r e t insert-here-password enter-password! contraseña motDePasse dummyPass99',
    ),
    ...['insert your password', 'put/here', 'fill in', '&lt;pw&gt;', '•'.repeat(70), 'x'.repeat(61)],
  ])('a password: %s', (value) => expect(isPasswordPlaceholder(value)).toBe(true));
  it.each([
    ...words(
      'hunter2 s3cret tr4wler my database Password1 secret99 pass1word ab changed-it mongo user DB_ROOT_X db_root_pw',
    ),
    ...words('passwordkiln kilnpassword p4ss xx99 A_SECRET_x _PASSWORD_9z'),
    ...['x'.repeat(61) + 'y', 'password'.repeat(8)],
  ])('no password: %s', (value) => {
    expect([value, isPasswordPlaceholder(value)]).toEqual([value, false]);
  });

  it('the name of the user is no password of one', () => {
    expect(isPasswordPlaceholder('kiln', 'Kiln')).toBe(true);
    expect(isPasswordPlaceholder('kiln', 'kil')).toBe(false);
  });
});
