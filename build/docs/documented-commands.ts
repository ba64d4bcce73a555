/** Commands for a terminal that a Markdown text shows: in `sh` blocks, and in code in the first cell of a table. */
export function documentedCommands(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) =>
    text.split('\n'),
  );
  const cells = [...markdown.matchAll(/^\| `(npm [^`]+)`/gm)].map(([, text = '']) => text);
  return [...blocks, ...cells].map((line) => line.trim()).filter((line) => line !== '');
}
