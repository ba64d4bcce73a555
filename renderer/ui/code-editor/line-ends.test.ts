import { EditorState, Text, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clipboardLineEnds,
  lineEndsOf,
  lineEndState,
  pastedEndsChanged,
  placesOf,
  toEdited,
  toHeld,
} from './line-ends.ts';

const documentOf = (held: string): Text => Text.of(toEdited(held, lineEndsOf(held)).split('\n'));
const lines = fc.array(fc.stringMatching(/^[a-c%"\r\n]{0,4}$/), { maxLength: 12 });

describe('line ends', () => {
  it.each([
    ['', 'lf'],
    ['one line', 'lf'],
    ['a\nb', 'lf'],
    ['a\r\nb\r\n', 'crlf'],
    ['a\r\nb\n', 'mixed'],
    ['a\nb\r\n', 'mixed'],
    ['a\rb', 'mixed'],
    ['a\r\r\nb', 'mixed'],
  ] as const)('%j: %s', (held, ends) => {
    expect(lineEndsOf(held)).toBe(ends);
  });

  it('are restored exactly in any text', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (parts, end) => {
        const held = parts.join(end);
        expect(toHeld(documentOf(held), lineEndsOf(held))).toBe(held);
      }),
    );
  });

  it('map an offset of the stored text to the same character', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.nat(60), (parts, end, offset) => {
        const held = parts.join(end);
        const doc = documentOf(held);
        const edited = placesOf(held, lineEndsOf(held))(offset);
        if (offset >= held.length) expect(edited).toBe(doc.length);
        else if (held[offset] !== '\r' && held[offset] !== '\n') {
          expect(doc.sliceString(edited, edited + 1)).toBe(held[offset]);
        } else expect(doc.sliceString(edited, edited + 1)).toMatch(/[\r\n]/);
      }),
    );
  });
});

/** An editor state that copies and pastes text like an editor view. */
class Editing {
  state: EditorState;
  reported: readonly unknown[] = [];

  constructor(held: string) {
    const ends = lineEndsOf(held);
    this.state = EditorState.create({
      doc: toEdited(held, ends),
      extensions: [
        EditorState.lineSeparator.of('\n'),
        lineEndState.init(() => ends),
        clipboardLineEnds(),
      ],
    });
  }

  get held(): string {
    return toHeld(this.state.doc, this.state.field(lineEndState));
  }

  readonly dispatch = (transaction: Transaction): void => {
    this.state = transaction.state;
    this.reported = transaction.effects
      .filter((effect) => effect.is(pastedEndsChanged))
      .map(({ value }): unknown => value);
  };

  paste(text: string, from = 0, to = this.state.doc.length): void {
    const insert = this.state
      .facet(EditorView.clipboardInputFilter)
      .reduce((filtered, filter) => filter(filtered, this.state), text);
    this.dispatch(
      this.state.update({
        changes: { from, to, insert: this.state.toText(insert) },
        userEvent: 'input.paste',
      }),
    );
  }

  copy(): string {
    return this.state
      .facet(EditorView.clipboardOutputFilter)
      .reduce((text, filter) => filter(text, this.state), this.state.doc.toString());
  }
}

describe('line ends of pasted text', () => {
  it.each([
    ['', 'a\r\nb'],
    ['one line', 'a\r\nb\r\n'],
    ['a\nb', 'c\r\nd'],
    ['a\r\nb', 'c\r\nd'],
    ['a\nb', 'c'],
    ['a\r\nb\nc', 'd\ne\r\nf\rg'],
  ])('stay if the paste replaces all of %j: %j', (held, pasted) => {
    const editing = new Editing(held);
    editing.paste(pasted);
    expect(editing.held).toBe(pasted);
    expect(editing.reported).toEqual([]);
  });

  it.each([
    ['a\nb', 'c\r\nd', 'c\nda\nb', { from: 'crlf', to: 'lf' }],
    ['a\r\nb', 'c\nd', 'c\r\nda\r\nb', { from: 'lf', to: 'crlf' }],
    ['a\r\nb', 'c\nd\r\ne', 'c\r\nd\r\nea\r\nb', { from: 'mixed', to: 'crlf' }],
    ['a\nb', 'c\rd', 'c\nda\nb', { from: 'mixed', to: 'lf' }],
  ])('are converted to those of %j and reported: %j', (held, pasted, after, reported) => {
    const editing = new Editing(held);
    editing.paste(pasted, 0, 0);
    expect(editing.held).toBe(after);
    expect(editing.reported).toEqual([reported]);
  });

  it('stay in a text with mixed line ends', () => {
    const editing = new Editing('a\r\nb\nc');
    editing.paste('d\r\ne\n', 0, 0);
    expect(editing.held).toBe('d\r\ne\na\r\nb\nc');
    expect(editing.reported).toEqual([]);
  });

  it('are restored from the copied template if the clipboard changes them', () => {
    const source = new Editing('a\r\nb');
    expect(source.copy()).toBe('a\r\nb');
    const target = new Editing('');
    target.paste('a\nb');
    expect(target.held).toBe('a\r\nb');

    const plain = new Editing('x\ny');
    expect(plain.copy()).toBe('x\ny');
    plain.paste('x\r\ny', 0, 0);
    expect(plain.held).toBe('x\nyx\ny');
    expect(plain.reported).toEqual([]);
  });
});
