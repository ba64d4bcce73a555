import { describe, expect, it } from 'vitest';
import { chooseNode, tooOld } from './node24.mjs';

describe('tooOld', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.21.0'])(
    'accepts %s as new enough',
    (version) => {
      expect(tooOld(version)).toBeNull();
    },
  );

  it.each(['v18.20.4', 'v20.18.3'])('rejects %s and names it', (version) => {
    expect(tooOld(version)).toContain(version);
  });
});

describe('chooseNode', () => {
  const packaged = (version: string | null) => () => ({ node: '/m/node', version });
  const never = () => {
    throw new Error('asked for no reason');
  };

  it('selects the current Node 24 without a check of the npm package', () => {
    expect(chooseNode('v24.0.0', never)).toEqual({ run: 'here' });
  });

  it.each(['v20.19.0', 'v22.12.0', 'v26.0.0'])(
    '%s selects the Node 24 of the npm package',
    (version) => {
      expect(chooseNode(version, packaged('v24.21.0'))).toEqual({ run: 'other', node: '/m/node' });
    },
  );

  it('selects a newer current Node when the npm package has none', () => {
    expect(chooseNode('v26.1.0', packaged(null))).toEqual({ run: 'here' });
  });

  it.each([null, 'v22.1.0'])('explains what to do with %s in the npm package', (found) => {
    const choice = chooseNode('v20.19.0', packaged(found));
    expect(choice).toMatchObject({ run: 'nowhere' });
    expect('message' in choice && choice.message).toMatch(/install scripts[\s\S]*npm rebuild node/);
  });
});
