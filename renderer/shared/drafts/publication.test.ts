import { expect, it } from 'vitest';
import {
  afterEdit,
  afterKeep,
  afterPublish,
  afterSend,
  isFromHere,
  type Publication,
} from './publication.ts';

const none: Publication = { kind: 'none' };

it('a draft that this window sent is published from here, also after edits', () => {
  const published = afterPublish(afterSend(none));
  expect(published).toEqual({ kind: 'published', isHere: true });
  expect(isFromHere(afterPublish(afterEdit(published)))).toBe(true);
});

it('a draft that another window published is not from here', () => {
  const published = afterPublish(none);
  expect(isFromHere(published)).toBe(false);
  expect(afterEdit(published)).toEqual(none);
});

it('an edit while the draft is sent changes nothing', () => {
  expect(afterEdit(afterSend(none))).toEqual({ kind: 'sent' });
});

it('the entry whose edits a person keeps stays hidden when the draft is sent again', () => {
  const kept = afterKeep(none, 'e1');
  expect(isFromHere(kept)).toBe(false);
  expect(afterEdit(kept)).toEqual(kept);
  expect(afterSend(kept)).toEqual({ kind: 'kept', entryId: 'e1', isHere: true });
});
