export type TextFile = { readonly text: string } | { readonly wrong: string };

/** @param atMost bytes; a larger file is not read */
export async function readTextFile(file: File, atMost: number): Promise<TextFile> {
  if (file.size > atMost) return { wrong: `${file.name} is too large.` };
  try {
    return { text: await file.text() };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { wrong: `${file.name} could not be read. Select the file again.` };
  }
}
