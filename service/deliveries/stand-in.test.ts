import { describe, expect, it } from 'vitest';
import { Practising } from '../testing/practising.ts';
import { standInAnswer } from './stand-in.ts';

describe('a stand-in', () => {
  it.each(['https://hooks.example.com/services/x', 'http://10.0.0.1:8080/hook', 'http://[::2]/'])(
    'accepts a delivery to %s, and the log shows the original request',
    async (url) => {
      const practising = await Practising.start('B', { deliversTo: 'stand-in' });
      await practising.create({ url, payload_template: '{"state": "%CurrentState%"}' });
      const { state, attempts, request } = await practising.deliverOne();
      expect(state).toBe('delivered');
      expect(attempts).toHaveLength(1);
      expect(attempts[0]?.answer).toMatchObject({ status: 200, body: { text: standInAnswer } });
      expect(request.url).toBe(url);
      expect(request.body.text).toBe('{"state": "HIGH"}');
      await practising.service.close();
    },
  );
});
