export type XmlFaultKind =
  | 'outside'
  | 'no-element'
  | 'declaration'
  | 'tag'
  | 'attribute'
  | 'attribute-twice'
  | 'closing'
  | 'open-element'
  | 'less-than'
  | 'ampersand'
  | 'entity'
  | 'open-section'
  | 'comment'
  | 'section-end'
  | 'control';

/** UTF-16 offsets; `end` is exclusive. */
export interface XmlFault {
  readonly kind: XmlFaultKind;
  readonly at: number;
  readonly end: number;
  /** Element, attribute or reference; may be empty. */
  readonly name: string;
}

/** @param name at most 60 characters */
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
