// placeholder
export async function* readZstd(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  yield* chunks;
}
