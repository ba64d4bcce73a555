import { emptyDefinition, type Webhook } from '../../webhook/webhook.ts';

/** A webhook of variant B with this id. */
export const aWebhook = (id: number, change: Partial<Webhook> = {}): Webhook => ({
  ...emptyDefinition('B'),
  name: 'Chat',
  url: 'https://chat.example.com/hook',
  id,
  unreported: [],
  unknown: {},
  headers: [{ id: id * 10, name: 'X-Team', value: 'ops' }],
  ...change,
});
