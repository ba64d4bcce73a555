/** Bytes of a template, which is ASCII. */
const sizes = { 'one screen': 4 * 1024, 'many lines': 256 * 1024, 'one line': 256 * 1024 };

/** Returns a JSON template with placeholders and an array of fields, on lines or on one line. */
export function templateOf(shape: keyof typeof sizes): string {
  const size = sizes[shape];
  const [lineBreak, indent] = shape === 'one line' ? ['', ''] : ['\n', '    '];
  const begin = `{${lineBreak}"text": "%AlertName% on %ServerName%",${lineBreak}"fields": [${lineBreak}`;
  const end = `${indent}{"title": "", "value": 0}${lineBreak}]}`;
  const fields: string[] = [];
  let length = begin.length + end.length;
  for (let index = 0; ; index += 1) {
    const field =
      index % 3 === 0
        ? `${indent}{"title": "Field ${index}", "value": "%CurrentValue% of %ThresholdValue%", "short": true},${lineBreak}`
        : `${indent}{"title": "Note ${index}", "value": "see https://monitor.example.com/a%20b?id=%AlertID%"},${lineBreak}`;
    if (length + field.length > size) break;
    fields.push(field);
    length += field.length;
  }
  return begin + fields.join('') + ' '.repeat(size - length) + end;
}
