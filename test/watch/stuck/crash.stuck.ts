// Its process crashes inside a test.
import { test } from 'vitest'

test('aborts', () => {
  process.abort()
})
