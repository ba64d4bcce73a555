import { expect, test } from 'vitest';
import { appId, identify } from './identity.ts';

test.each([
  ['win32', [appId]],
  ['linux', []],
  ['darwin', []],
] as const)('the application user model id is set on %s: %j', (platform, expected) => {
  const ids: string[] = [];
  identify({ setAppUserModelId: (id) => ids.push(id) }, platform);
  expect(ids).toEqual(expected);
});
