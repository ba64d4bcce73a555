/** What stands in the way of a text being well-formed XML. */
export type XmlFaultKind =
  /** Text outside of the outermost element, or a second one. */
  | 'outside'
  /** There is no element at all. */
  | 'no-element'
  /** `<?xml …?>` that is not at the very beginning. */
  | 'declaration'
  /** A tag that is never closed by `>`, or with something strange in it. */
  | 'tag'
  | 'attribute'
  | 'attribute-twice'
  /** A closing tag that closes another element than the one that is open, or none. */
  | 'closing'
  /** An element that is never closed. */
  | 'open-element'
  /** A `<` that begins no tag. */
  | 'less-than'
  /** An `&` that begins no reference. */
  | 'ampersand'
  /** A reference such as `&nbsp;` that XML does not know by itself. */
  | 'entity'
  /** A comment, CDATA section or the like that is never closed. */
  | 'open-section'
  /** Two hyphens within a comment. */
  | 'comment'
  /** `]]>` outside of a CDATA section. */
  | 'section-end'
  /** A control character, which XML cannot hold in any way. */
  | 'control';

/** Where a text stops being XML. Offsets are in UTF-16 code units, `end` exclusive. */
export interface XmlFault {
  readonly kind: XmlFaultKind;
  readonly at: number;
  readonly end: number;
  /** The element, attribute or reference that it is about, or nothing. */
  readonly name: string;
}

/** What is at fault, for people, without a full stop. @param name at most 60 characters */
export function describeXmlFault(kind: XmlFaultKind, name: string): string {
  switch (kind) {
    case 'outside':
      return 'this stands outside of the outermost element';
    case 'no-element':
      return 'there is no element';
    case 'declaration':
      return 'the XML declaration must be the very first';
    case 'tag':
      return 'this tag is not closed properly';
    case 'attribute':
      return 'this attribute needs an equals sign and a value in quotes';
    case 'attribute-twice':
      return `the attribute ${name} appears twice in this tag`;
    case 'closing':
      return name === '' ? 'no element is open here' : `</${name}> is expected here`;
    case 'open-element':
      return `<${name}> is never closed`;
    case 'less-than':
      return '< starts a tag; write &lt; for the character itself';
    case 'ampersand':
      return '& starts a reference; write &amp; for the character itself';
    case 'entity':
      return `XML does not know ${name}; write the character itself`;
    case 'open-section':
      return 'this section is never closed';
    case 'comment':
      return 'two hyphens are not allowed in a comment';
    case 'section-end':
      return ']]> is not allowed here; write ]]&gt;';
    case 'control':
      return 'XML allows no control character';
  }
}
