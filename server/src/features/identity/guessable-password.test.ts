import { gunzipSync } from 'node:zlib';
import { passwordFault } from '@openhours/contract/password-rule.ts';
import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { guessableFault, wordsOf } from './guessable-password.ts';

const common = new Set(gunzipSync(Buffer.from(COMMON_PASSWORDS, 'base64')).toString().split('\n'));
const words = wordsOf(['Openhours', 'Praxis am Löwenplatz', 'Marta Oduya-Müller', 'Li Wu']);
const faultOf = (password: string) => guessableFault(password, { common, words });

describe('a password that follows the rule', () => {
  it.each([
    'Password1!',
    'P@ssw0rd',
    '2024Passw0rd!',
    'Pa$$word&1',
    'Welcome#2026',
    'Qwerty1!',
    'Qwerty123!',
    '1q2w3e4R!',
    '!QAZ2wsx',
    'Dragon99*',
    'ILoveYou1!',
    'Monkey*1',
    'F00tball!',
  ])('is refused if it is a common one with decoration: %s', (password) => {
    expect(passwordFault(password)).toBeUndefined();
    expect(faultOf(password)).toContain('choose most often');
  });

  it.each([
    'Openhours1!',
    '0penh0urs&me1',
    'MyOpenhours1!',
    'Löwenplatz2!',
    'Lowenplatz2!',
    'Oduya-Muller1!',
    'Marta1$19',
  ])('is refused if it is short without the names of the clinic: %s', (password) => {
    expect(faultOf(password)).toContain('too short');
  });

  it.each([
    'Correct1!',
    'Marta-has-7-sisters!',
    'Liwu-Liwu-1',
    'Tr0ub4dor&3',
    'Ab1!xy',
    '中文密码Abc1!x',
    'Correct horse battery 1!',
  ])('is accepted otherwise: %s', (password) => {
    expect(faultOf(password)).toBeUndefined();
  });

  it('is looked up in at least 3,000 common passwords, in lower case', () => {
    expect(common.size).toBe(5000);
    expect([...common].filter((one) => one !== one.toLowerCase() || one.length < 4)).toEqual([]);
  });
});
