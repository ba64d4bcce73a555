import { expect, it } from 'vitest';
import { blankConnection } from '#domain/installation/connection.ts';
import { Connections } from '../connections/connections.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { plainRoute } from '../ports.ts';
import { practiceTarget, startPractice } from './practice.ts';

it('finds the current address of the practice service', async () => {
  const ports = fakePorts();
  const connections = new Connections(ports);
  const [practice] = await startPractice(ports, connections, ['B']);
  await ports.practice.stop();
  expect(await practiceTarget(connections, practice?.id ?? '')).toEqual({
    baseUrl: 'http://127.0.0.1:5001',
    apiRoot: '/api/practice',
    authToken: 'practice-token-B',
    variant: 'B',
    route: { ...plainRoute, proxy: { kind: 'none' }, practice: true },
  });
});

it('refuses to raise alerts on a real installation', async () => {
  const ports = fakePorts();
  const connections = new Connections(ports);
  const real = await connections.add(
    {
      ...blankConnection,
      name: 'acme',
      baseUrl: 'https://acme.example.com',
      variant: 'B',
      apiRoot: '/api/v14',
      authentication: { kind: 'none' },
    },
    {},
  );
  await expect(practiceTarget(connections, real.id)).rejects.toMatchObject({
    problem: { code: 'refused' },
  });
});
