import { describe, expect, it } from 'vitest';
import { isOptionPlaceholder, isPortPlaceholder } from '../../src/lint/grammar.ts';
import { isPasswordPlaceholder, isVariable } from '../../src/read/secrets.ts';

const words = (text: string): string[] => text.split(' ');

describe('what is instead of a part', () => {
  it.each(
    words(
      'port PORT db_port dbport-number port_no portnum port12 27xxx 27nnn nnnnn 2x p p1 <port> ${PORT} %PORT% *** ### ? {port} ' +
        'abcdefghijklport port-n portn port_num portnumber port-number123 db-port-no1 2701n xxxxx N 2701xxxxx *#? P9 :port',
    ),
  )('a port: %s', (port) => expect(isPortPlaceholder(port)).toBe(true));
  it.each(
    words(
      '27017 999999 ports portal x27017 12345x xport_x p12 port1234 27nnnnnn port-nono *1 1* abcdefghijklmport 1port port1x port+x x+port ' +
        'xxxxxx 27x1 1p p1x db--port port--no npx nx1',
    ),
  )('no port: %s', (port) => expect(isPortPlaceholder(port)).toBe(false));

  it.each(words(`$DB $DB_NAME $_x $a1 $Z $z $externals $external_db $xexternal $A${'b'.repeat(80)}`))(
    'a variable: %s',
    (text) => expect(isVariable(text)).toBe(true),
  );
  it.each(words(`$external DB $1 x$DB $a-b $ $$DB $DB! $é $A${'b'.repeat(81)}`))('no variable: %s', (text) =>
    expect(isVariable(text)).toBe(false),
  );

  it.each(
    words(
      'options option opts param params parameters args arguments query settings param1 param_1 optn your-options option=value options= ' +
        'opt parameter arg argument setting OPTIONS my_params param-12 paramnn query_n argn1 abcdefghijklmnopqrstoption option=abcdefghijklmnopqrst',
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
    'option=abcdefghijklmnopqrstu',
    'abcdefghijklmnopqrstuoption',
    'param-123',
    'param--1',
    'param_x',
    'options x',
    '=',
    'a=option',
  ])('no option: %s', (option) => expect(isOptionPlaceholder(option)).toBe(false));

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
    ...words(
      'changeme-now replacethis-one fillin-this ' +
        'changeMeé insertMe enter_here putHere fill-me changeit replaceme changethis',
    ),
    ...words(
      'xxxpassword passwordxx XXpass %password% #secret# @pw@ "pass" *pw* (pw) -secret- .secret. !secret! password!',
    ),
    ...words('a***1 1...2 k…1 ***1 xx-xx ?? ## •••• __ xxx xx x'),
    ...words('<k1ln> {k1ln} [k1ln] (k1ln) &lt;k1ln&gt;'),
    ...words('$DB_PASS %DB_PWD% @APP_TOKEN@ API_KEY MY_CRED_2 A_PW PW_A ROOT_SECRET_X9'),
    ...words('my.pass99 replaceMe1234 sampleSecret9 dummyPw12! exampleToken1 your-pw1'),
    ...['password'.repeat(7) + 'pass', '<a\nb>', '•'.repeat(61), '*'.repeat(90), '.'.repeat(61), 'X'.repeat(75)],
    ...['insert your password', 'put/here', 'fill in', '&lt;pw&gt;', '•'.repeat(70), 'x'.repeat(61)],
    'webApp1PasswordGoesHere',
    'undefined',
    'пароль',
    'ваш_пароль',
    '密码',
    'isi_password',
    'kata-sandi',
    ...words('process.env.PASS process.env.DB_PASSWORD `password` «password» ‹pw› [^@]* [^:/]+'),
  ])('a password: %s', (value) => expect(isPasswordPlaceholder(value)).toBe(true));
  it.each([
    ...words(
      'hunter2 s3cret tr4wler my database Password1 secret99 pass1word ab changed-it mongo user DB_ROOT_X db_root_pw',
    ),
    ...words('passwordkiln kilnpassword p4ss xx99 A_SECRET_x _PASSWORD_9z'),
    ...words('changeme9x 9changeme nochangeme change9me k1ln** a**b a..b <k1ln k1ln> {k1ln [k1ln (k1ln x-y-z1 _1_'),
    ...words('DBPASS9 9_PASS A__PASSx your my the mydb thedatabase 12 xx1 1xx xx-1 §$1'),
    ...words('yourpassword12345 hispassword12 password12! Secret1234 xpassword yxxpassword'),
    ...['x'.repeat(61) + 'y', 'y' + 'x'.repeat(61), 'password'.repeat(8)],
  ])('no password: %s', (value) => {
    expect([value, isPasswordPlaceholder(value)]).toEqual([value, false]);
  });

  it('the name of the user is not a password of one', () => {
    expect(isPasswordPlaceholder('kiln', 'Kiln')).toBe(true);
    expect(isPasswordPlaceholder('kiln', 'kil')).toBe(false);
  });
});
