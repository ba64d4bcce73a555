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
