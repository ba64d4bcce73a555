/** What a chosen file holds, or what is wrong with it, as a sentence. */
export type TextFile = { readonly text: string } | { readonly wrong: string };

/**
 * Reads a chosen file as text.
 *
 * @param atMost its size in bytes, at most: what is larger is not read at all
 */
export async function readTextFile(file: File, atMost: number): Promise<TextFile> {
  if (file.size > atMost) return { wrong: `${file.name} is too large for that.` };
  try {
    return { text: await file.text() };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { wrong: `${file.name} could not be read. Choose it again.` };
  }
}
