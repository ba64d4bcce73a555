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

export type XmlFaultKind = keyof typeof xmlFaultWords;

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
