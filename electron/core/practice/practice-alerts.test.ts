import { expect, it } from 'vitest';
import { blankConnection } from '#domain/installation/connection.ts';
import { Connections } from '../connections/connections.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { plainRoute } from '../ports.ts';
import { startPractice } from './start-practice.ts';
import { PracticeAlerts } from './practice-alerts.ts';

it('raises an alert where the practice service runs now', async () => {
  const ports = fakePorts();
  const connections = new Connections(ports);
  const [practice] = await startPractice(ports, connections, ['B']);
  const practiceAlerts = new PracticeAlerts(ports, connections);
  await ports.practice.stop();
  await practiceAlerts.raise(
    practice?.id ?? '',
    { kind: 'alert', state: 'LOW' },
    { AlertName: 'x' },
  );
  expect(ports.practiceControl.raised).toEqual([
    {
      target: {
        baseUrl: 'http://127.0.0.1:5001',
        apiRoot: '/api/practice',
        authToken: 'practice-token-B',
        variant: 'B',
        route: { ...plainRoute, proxy: { kind: 'none' } },
      },
      event: { kind: 'alert', state: 'LOW' },
      values: { AlertName: 'x' },
    },
  ]);
});

it('refuses to raise anything on a real installation', async () => {
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
  const practiceAlerts = new PracticeAlerts(ports, connections);
  await expect(practiceAlerts.raise(real.id, { kind: 'job' }, {})).rejects.toMatchObject({
    problem: { code: 'refused' },
  });
  expect(ports.practiceControl.raised).toEqual([]);
});
