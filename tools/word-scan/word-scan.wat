;; Finds words in bytes, sixteen places at a time. Only every second place is looked at: of each word two parts of four bytes are
;; known, one for where the word begins at an even place and one for the others.
;;
;; The way of "Teddy" (Geoffrey Langdale, Hyperscan; also in Rust's aho-corasick): the parts are spread over eight buckets, one bit
;; each. For each of the four bytes two tables of sixteen entries say, by the byte's low and by its high half, in which buckets
;; a byte like this can stand there. Where a bucket is left in all eight answers, the four bytes as a number lead to an entry of
;; a larger table, which most places that only look alike do not pass. It gives the number of a list of words to compare.
;;
;; Memory: tables at 0 (low half, high half for byte 0, then for byte 1, 2, 3: 16 bytes each), the larger table at 4096 (8192
;; entries of one byte, 0 for no list), the places of the lists at 12288 (four bytes each), behind them the lists (places of
;; words, four bytes each, ended by zero) and the words: where the part begins in the word, its length (four bytes each), its bytes in
;; lower case, and for each byte what makes both cases of a letter the lower one: 32 for a letter, else 0. The text from 65536 on.
(module
  (memory (export "memory") 18)

  ;; The place of the first part at `from` or behind it, an even place, that belongs to a word within [least, to); -1 for none. At
  ;; least 34 bytes behind `to` must be readable.
  (func (export "find") (param $from i32) (param $to i32) (param $least i32) (result i32)
    (local $behind i32) (local $list i32) (local $word i32) (local $start i32) (local $length i32) (local $index i32)
    (local $low v128)
    (local $first v128) (local $second v128)
    (local $even v128) (local $evenhigh v128)
    (local $odd v128) (local $oddhigh v128)
    (local $begins v128) (local $before v128) (local $found v128)
    (local $bits i32)
    (local $at i32)
    (local $l0 v128) (local $h0 v128) (local $l1 v128) (local $h1 v128)
    (local $l2 v128) (local $h2 v128) (local $l3 v128) (local $h3 v128)
    (local.set $low (i8x16.splat (i32.const 15)))
    (local.set $l0 (v128.load (i32.const 0)))
    (local.set $h0 (v128.load (i32.const 16)))
    (local.set $l1 (v128.load (i32.const 32)))
    (local.set $h1 (v128.load (i32.const 48)))
    (local.set $l2 (v128.load (i32.const 64)))
    (local.set $h2 (v128.load (i32.const 80)))
    (local.set $l3 (v128.load (i32.const 96)))
    (local.set $h3 (v128.load (i32.const 112)))
    (block $done
      ;; Where four bytes begin is known with the last of them, which may lie in the next thirty-two.
      (local.set $behind (i32.add (local.get $to) (i32.const 2)))
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $behind)))
        (local.set $first (v128.load (local.get $from)))
        (local.set $second (v128.load offset=16 (local.get $from)))
        ;; The bytes at even and at odd places.
        (local.set $even (i8x16.narrow_i16x8_u
          (v128.and (local.get $first) (v128.const i16x8 255 255 255 255 255 255 255 255))
          (v128.and (local.get $second) (v128.const i16x8 255 255 255 255 255 255 255 255))))
        (local.set $odd (i8x16.narrow_i16x8_u
          (i16x8.shr_u (local.get $first) (i32.const 8))
          (i16x8.shr_u (local.get $second) (i32.const 8))))
        (local.set $evenhigh (v128.and (i16x8.shr_u (local.get $even) (i32.const 4)) (local.get $low)))
        (local.set $even (v128.and (local.get $even) (local.get $low)))
        (local.set $oddhigh (v128.and (i16x8.shr_u (local.get $odd) (i32.const 4)) (local.get $low)))
        (local.set $odd (v128.and (local.get $odd) (local.get $low)))
        (local.set $begins (v128.and
          (v128.and
            (i8x16.swizzle (local.get $l0) (local.get $even))
            (i8x16.swizzle (local.get $h0) (local.get $evenhigh)))
          (v128.and
            (i8x16.swizzle (local.get $l1) (local.get $odd))
            (i8x16.swizzle (local.get $h1) (local.get $oddhigh)))))
        (local.set $found (v128.and
          (v128.and
            (v128.and
              (i8x16.swizzle (local.get $l2) (local.get $even))
              (i8x16.swizzle (local.get $h2) (local.get $evenhigh)))
            (v128.and
              (i8x16.swizzle (local.get $l3) (local.get $odd))
              (i8x16.swizzle (local.get $h3) (local.get $oddhigh))))
          (i8x16.shuffle 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 (local.get $before) (local.get $begins))))
        (local.set $before (local.get $begins))
        (if (v128.any_true (local.get $found))
          (then
            ;; A bit for each place without a candidate, turned round.
            (local.set $bits (i32.xor (i32.const 0xffff)
              (i8x16.bitmask (i8x16.eq (local.get $found) (v128.const i32x4 0 0 0 0)))))
            (loop $each
              (local.set $at (i32.sub
                (i32.add (local.get $from) (i32.shl (i32.ctz (local.get $bits)) (i32.const 1)))
                (i32.const 2)))
              (local.set $list (i32.load8_u offset=4096 (i32.shr_u
                (i32.mul (i32.or (i32.load (local.get $at)) (i32.const 0x20202020)) (i32.const 0x9e3779b1))
                (i32.const 19))))
              (if (local.get $list)
                (then
                  (local.set $list (i32.load offset=12288 (i32.shl (local.get $list) (i32.const 2))))
                  (loop $words
                    (local.set $word (i32.load (local.get $list)))
                    (if (local.get $word)
                      (then
                        (local.set $start (i32.sub (local.get $at) (i32.load (local.get $word))))
                        (local.set $length (i32.load offset=4 (local.get $word)))
                        (local.set $list (i32.add (local.get $list) (i32.const 4)))
                        (br_if $words (i32.lt_u (local.get $start) (local.get $least)))
                        (br_if $words (i32.gt_u (i32.add (local.get $start) (local.get $length)) (local.get $to)))
                        (local.set $index (i32.const 0))
                        (loop $bytes
                          (br_if $words (i32.ne
                            (i32.or
                              (i32.load8_u (i32.add (local.get $start) (local.get $index)))
                              (i32.load8_u offset=8
                                (i32.add (i32.add (local.get $word) (local.get $length)) (local.get $index))))
                            (i32.load8_u offset=8 (i32.add (local.get $word) (local.get $index)))))
                          (local.set $index (i32.add (local.get $index) (i32.const 1)))
                          (br_if $bytes (i32.lt_u (local.get $index) (local.get $length))))
                        (return (local.get $at)))))))
              (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
              (br_if $each (local.get $bits)))))
        (local.set $from (i32.add (local.get $from) (i32.const 32)))
        (br $next)))
    (i32.const -1))

  ;; 1 when one of the bytes in [from, to) is zero, else 0.
  (func (export "nul") (param $from i32) (param $to i32) (result i32)
    (block $none
      (block $found
        ;; Zero is the least of bytes.
        (loop $four
          (if (i32.le_u (i32.add (local.get $from) (i32.const 64)) (local.get $to))
            (then
              (br_if $found (i32.eqz (i8x16.all_true (i8x16.min_u
                (i8x16.min_u (v128.load (local.get $from)) (v128.load offset=16 (local.get $from)))
                (i8x16.min_u (v128.load offset=32 (local.get $from)) (v128.load offset=48 (local.get $from)))))))
              (local.set $from (i32.add (local.get $from) (i32.const 64)))
              (br $four))))
        (loop $next
          (if (i32.le_u (i32.add (local.get $from) (i32.const 16)) (local.get $to))
            (then
              (br_if $found (i32.eqz (i8x16.all_true (v128.load (local.get $from)))))
              (local.set $from (i32.add (local.get $from) (i32.const 16)))
              (br $next))))
        ;; What is left is less than sixteen bytes: what stands behind them is none of the text.
        (loop $each
          (br_if $none (i32.ge_u (local.get $from) (local.get $to)))
          (br_if $found (i32.eqz (i32.load8_u (local.get $from))))
          (local.set $from (i32.add (local.get $from) (i32.const 1)))
          (br $each)))
      (return (i32.const 1)))
    (i32.const 0)))
