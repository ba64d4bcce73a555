import { byteOrderMark } from '../../text/byte-order-mark.ts';

/** What is wrong; the name has at most 60 characters. */
const xmlFaultWords = {
  outside: () => 'this stands outside of the outermost element',
  'no-element': () => 'there is no element',
  declaration: () => 'the XML declaration must be the very first',
  tag: () => 'this tag is not closed properly',
  attribute: () => 'this attribute needs an equals sign and a value in quotes',
  'attribute-twice': (name) => `the attribute ${name} appears twice in this tag`,
  closing: (name) => (name === '' ? 'no element is open here' : `</${name}> is expected here`),
  'open-element': (name) => `<${name}> is never closed`,
  'less-than': () => '< starts a tag; write &lt; for the character itself',
  ampersand: () => '& starts a reference; write &amp; for the character itself',
  entity: (name) => `XML does not know ${name}; write the character itself`,
  'open-section': () => 'this section is never closed',
  comment: () => 'two hyphens are not allowed in a comment',
  'section-end': () => ']]> is not allowed here; write ]]&gt;',
  control: () => 'XML allows no control character',
} satisfies Record<string, (name: string) => string>;

type XmlFaultKind = keyof typeof xmlFaultWords;

/** UTF-16 offsets; `end` is exclusive. */
export interface XmlFault {
  readonly kind: XmlFaultKind;
  readonly at: number;
  readonly end: number;
  /** Element, attribute or reference; may be empty. */
  readonly name: string;
}

export const describeXmlFault = (kind: XmlFaultKind, name: string): string =>
  xmlFaultWords[kind](name);

/** The part of XML around a place. `markup`: within a tag, or outside of the root element. */
export type XmlSite = 'text' | 'double quotes' | 'single quotes' | 'cdata' | 'comment' | 'markup';

/** Called in the order of the text, up to the first fault. */
type XmlEvents = (site: XmlSite, start: number, end: number) => void;

/** Includes a few rare letters that XML excludes. */
const nameStart = ':_\\p{L}';
const nameRest = `${nameStart}\\p{M}\\p{N}.\u00b7-`;
const name = `[${nameStart}][${nameRest}]*`;
const token = '%[A-Za-z0-9_]+%';

const patterns = {
  payload: new RegExp(name, 'uy'),
  /** Names in a template may contain tokens. */
  template: new RegExp(`(?:[${nameStart}]|${token})(?:[${nameRest}]|${token})*`, 'uy'),
};
const reference = new RegExp(`&(?:#[0-9]+|#x[0-9a-fA-F]+|(${name}));`, 'uy');
const builtInEntities = new Set(['lt', 'gt', 'amp', 'quot', 'apos']);
const space = /[ \t\r\n]+/y;
const equals = /[ \t\r\n]*=[ \t\r\n]*/y;
const control = /[^\t\n\r -\ufffd]/;

/** The first fault of an XML text; `null` for well-formed XML. Source: XML 1.0 (Fifth Edition). */
export const xmlFault = (payload: string): XmlFault | null =>
  new XmlScan(payload, patterns.payload, null).run();

export const xmlTemplateFault = (template: string, events: XmlEvents): XmlFault | null =>
  new XmlScan(template, patterns.template, events).run();

/** Takes linear time. */
class XmlScan {
  readonly #text: string;
  readonly #name: RegExp;
  readonly #events: XmlEvents | null;
  /** The elements around the current place. */
  readonly #enclosing: { readonly name: string; readonly at: number }[] = [];
  #at = 0;
  #hasRoot = false;
  /** Tokens outside of all elements may contain elements. */
  #tokensOutside = false;
  /** A document type may declare entities. */
  #hasDoctype = false;

  constructor(text: string, namePattern: RegExp, events: XmlEvents | null) {
    this.#text = text;
    this.#name = namePattern;
    this.#events = events;
  }

  run(): XmlFault | null {
    if (this.#text.startsWith(byteOrderMark)) this.#at = 1;
    if (/<\?xml[ \t\r\n]/y.test(this.#text.slice(this.#at, this.#at + 6))) {
      const sectionFault = this.#section('<?xml', '?>', 'markup');
      if (sectionFault !== null) return sectionFault;
    }
    while (this.#at < this.#text.length) {
      const nextFault = this.#text[this.#at] === '<' ? this.#tag() : this.#characters();
      if (nextFault !== null) return nextFault;
    }
    const unclosed = this.#enclosing.at(-1);
    if (unclosed !== undefined) {
      return fault('open-element', unclosed.at, unclosed.at + 1, unclosed.name);
    }
    if (this.#hasRoot || this.#tokensOutside) return null;
    return fault('no-element', 0, Math.min(1, this.#text.length));
  }

  #characters(): XmlFault | null {
    const start = this.#at;
    const next = this.#text.indexOf('<', start);
    const end = next === -1 ? this.#text.length : next;
    this.#at = end;
    if (this.#enclosing.length > 0) {
      this.#events?.('text', start, end);
      return this.#content(start, end, true);
    }
    this.#events?.('markup', start, end);
    const text = this.#text.slice(start, end);
    const withoutTokens =
      this.#events === null
        ? text
        : text.replaceAll(/%[A-Za-z0-9_]+%/g, (found) => ' '.repeat(found.length));
    this.#tokensOutside ||= withoutTokens !== text;
    const at = withoutTokens.search(/[^ \t\r\n]/);
    return at === -1 ? null : fault('outside', start + at, end);
  }

  #content(start: number, end: number, isText: boolean): XmlFault | null {
    const text = this.#text.slice(start, end);
    const wrong = text.search(control);
    if (wrong !== -1) return fault('control', start + wrong, start + wrong + 1);
    const sectionEnd = isText ? text.indexOf(']]>') : -1;
    if (sectionEnd !== -1) return fault('section-end', start + sectionEnd, start + sectionEnd + 3);
    for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
      reference.lastIndex = at;
      const match = reference.exec(text);
      if (match === null) return fault('ampersand', start + at, start + at + 1);
      const entity = match[1];
      if (entity !== undefined && !builtInEntities.has(entity) && !this.#hasDoctype) {
        return fault('entity', start + at, start + at + match[0].length, match[0]);
      }
    }
    return null;
  }

  #tag(): XmlFault | null {
    const start = this.#at;
    const begins = (text: string): boolean => this.#text.startsWith(text, start);
    if (begins('<!--')) return this.#comment();
    if (begins('<![CDATA[') && this.#enclosing.length > 0) {
      return this.#section('<![CDATA[', ']]>', 'cdata');
    }
    if (begins('<?')) {
      const isDeclaration = /^<\?xml[ \t\r\n?]/i.test(this.#text.slice(start, start + 6));
      if (isDeclaration) return fault('declaration', start, start + 5);
      return this.#section('<?', '?>', 'markup');
    }
    if (begins('<!DOCTYPE') && !this.#hasRoot) return this.#doctype();
    return begins('</') ? this.#closingTag() : this.#enclosingingTag();
  }

  #section(begin: string, close: string, site: XmlSite): XmlFault | null {
    const start = this.#at;
    const end = this.#text.indexOf(close, start + begin.length);
    if (end === -1) return fault('open-section', start, start + begin.length);
    this.#at = end + close.length;
    this.#events?.(site, start + begin.length, end);
    const wrong = this.#text.slice(start, end).search(control);
    return wrong === -1 ? null : fault('control', start + wrong, start + wrong + 1);
  }

  #comment(): XmlFault | null {
    const start = this.#at;
    const hyphens = this.#text.indexOf('--', start + 4);
    if (hyphens === -1) return fault('open-section', start, start + 4);
    if (this.#text[hyphens + 2] !== '>') return fault('comment', hyphens, hyphens + 2);
    return this.#section('<!--', '-->', 'comment');
  }

  /** Quotes, comments and the internal subset may contain `>`. */
  #doctype(): XmlFault | null {
    const start = this.#at;
    const piece = /"[^"]*"|'[^']*'|<!--|[[\]>]/g;
    piece.lastIndex = start;
    let inSubset = false;
    for (let match = piece.exec(this.#text); match !== null; match = piece.exec(this.#text)) {
      const [mark] = match;
      if (mark === '<!--') {
        const end = this.#text.indexOf('-->', piece.lastIndex);
        if (end === -1) break;
        piece.lastIndex = end;
      } else if (mark === '[') inSubset = true;
      else if (mark === ']') inSubset = false;
      else if (mark === '>' && !inSubset) {
        this.#at = piece.lastIndex;
        this.#hasDoctype = true;
        this.#events?.('markup', start, this.#at);
        return null;
      }
    }
    return fault('open-section', start, start + 9);
  }

  #closingTag(): XmlFault | null {
    const start = this.#at;
    this.#at += 2;
    const name = this.#take(this.#name);
    this.#take(space);
    const expected = this.#enclosing.at(-1)?.name;
    if (name === '' || name !== expected) {
      return fault('closing', start, Math.max(this.#at, start + 2), expected ?? '');
    }
    if (this.#text[this.#at] !== '>') return fault('tag', start, this.#at);
    this.#at += 1;
    this.#enclosing.pop();
    this.#events?.('markup', start, this.#at);
    return null;
  }

  #enclosingingTag(): XmlFault | null {
    const start = this.#at;
    this.#at += 1;
    const element = this.#take(this.#name);
    if (element === '') return fault('less-than', start, start + 1);
    if (this.#enclosing.length === 0 && this.#hasRoot) return fault('outside', start, this.#at);
    this.#events?.('markup', start, this.#at);
    const attributes = new Set<string>();
    for (;;) {
      const blank = this.#take(space);
      const next = this.#text[this.#at];
      const isEmpty = next === '/' && this.#text[this.#at + 1] === '>';
      if (next === '>' || isEmpty) {
        this.#at += isEmpty ? 2 : 1;
        this.#hasRoot = true;
        if (!isEmpty) this.#enclosing.push({ name: element, at: start });
        return null;
      }
      const at = this.#at;
      const attribute = blank === '' ? '' : this.#take(this.#name);
      if (attribute === '') return fault('tag', start, at);
      if (attributes.has(attribute)) return fault('attribute-twice', at, this.#at, attribute);
      attributes.add(attribute);
      const valueFault = this.#attributeValue(at);
      if (valueFault !== null) return valueFault;
    }
  }

  #attributeValue(at: number): XmlFault | null {
    const nameEnd = this.#at;
    const hasEquals = this.#take(equals) !== '';
    const quote = this.#text[this.#at];
    if (!hasEquals || (quote !== '"' && quote !== "'")) return fault('attribute', at, nameEnd);
    const start = this.#at + 1;
    const end = this.#text.indexOf(quote, start);
    if (end === -1) return fault('attribute', at, nameEnd);
    const less = this.#text.slice(start, end).indexOf('<');
    if (less !== -1) return fault('less-than', start + less, start + less + 1);
    this.#events?.('markup', at, start);
    this.#events?.(quote === '"' ? 'double quotes' : 'single quotes', start, end);
    this.#at = end + 1;
    return this.#content(start, end, false);
  }

  /** Reads a text of this form, and moves behind it. Empty when there is none. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += text.length;
    return text;
  }
}

const fault = (kind: XmlFaultKind, at: number, end: number, about = ''): XmlFault => ({
  kind,
  at,
  end,
  name: about,
});
