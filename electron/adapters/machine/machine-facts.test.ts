import { expect, it } from 'vitest';
import { machineFacts } from './machine-facts.ts';

it('names the set proxy variables, but not their values', () => {
  const facts = machineFacts({
    HTTPS_PROXY: 'http://ada:canary@proxy.test',
    no_proxy: 'a',
    HTTP_PROXY: '',
  });
  expect(facts.proxyVariables).toEqual(['HTTPS_PROXY', 'no_proxy']);
  expect(JSON.stringify(facts)).not.toContain('canary');
  expect(facts.runtime).toContain(`Node ${process.versions.node}`);
});

it.each([
  [{}, ['hookdesk', '--no-sandbox', 'a.hookdesk.json'], true],
  [{ ELECTRON_DISABLE_SANDBOX: '1' }, ['hookdesk'], true],
  [{}, ['hookdesk', '--no-open'], false],
])('with %o and %j runs without a sandbox: %s', (environment, args, withoutSandbox) => {
  expect(machineFacts(environment, args).withoutSandbox).toBe(withoutSandbox);
});
