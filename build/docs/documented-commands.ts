/** Terminal commands in a Markdown text: `sh` blocks, and code in the first cell of a table row. */
export function documentedCommands(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) =>
    text.split('\n'),
  );
  const cells = [...markdown.matchAll(/^\| `(npm [^`]+)`/gm)].map(([, text = '']) => text);
  return [...blocks, ...cells].map((line) => line.trim()).filter((line) => line !== '');
}
