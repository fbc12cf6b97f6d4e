;; Finds where four neighbouring bytes may begin one of some words, sixteen places at a time: the answers for a byte are moved to
;; where its word would begin.
;;
;; The way of "Teddy" (Geoffrey Langdale, Hyperscan; also in Rust's aho-corasick): words are spread over eight buckets, one bit
;; each. For each of the four bytes two tables of sixteen entries say, by the byte's low and by its high half, in which buckets
;; a byte like this can stand there. Where a bucket is left in all eight answers, the four bytes as a number lead to an entry of
;; a larger table, which most places that only look alike do not pass. What passes is a candidate; the caller compares.
;;
;; Memory: tables at 0 (low half, high half for byte 0, then for byte 1, 2, 3: 16 bytes each), the larger table at 4096 (8192
;; entries of one byte), the text from 65536 on.
(module
  (memory (export "memory") 18)

  ;; First candidate in [from, to), or to. At least 19 bytes behind `to` must be readable; what stands there is not looked for.
  (func (export "candidate") (param $from i32) (param $to i32) (result i32)
    (local $low v128)
    (local $found v128)
    (local $bytes v128)
    (local $high v128)
    (local $here v128)
    (local $before0 v128) (local $before1 v128) (local $before2 v128)
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
      ;; Where a word may begin is known with the last of its four bytes, up to three places on.
      (local.set $to (i32.add (local.get $to) (i32.const 3)))
      (loop $next
        (local.set $at (local.get $to))
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $bytes (v128.load (local.get $from)))
        (local.set $high (v128.and (i16x8.shr_u (local.get $bytes) (i32.const 4)) (local.get $low)))
        (local.set $bytes (v128.and (local.get $bytes) (local.get $low)))
        (local.set $found (v128.and
          (i8x16.swizzle (local.get $l3) (local.get $bytes))
          (i8x16.swizzle (local.get $h3) (local.get $high))))
        (local.set $here (v128.and
          (i8x16.swizzle (local.get $l0) (local.get $bytes))
          (i8x16.swizzle (local.get $h0) (local.get $high))))
        (local.set $found (v128.and (local.get $found)
          (i8x16.shuffle 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 (local.get $before0) (local.get $here))))
        (local.set $before0 (local.get $here))
        (local.set $here (v128.and
          (i8x16.swizzle (local.get $l1) (local.get $bytes))
          (i8x16.swizzle (local.get $h1) (local.get $high))))
        (local.set $found (v128.and (local.get $found)
          (i8x16.shuffle 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 (local.get $before1) (local.get $here))))
        (local.set $before1 (local.get $here))
        (local.set $here (v128.and
          (i8x16.swizzle (local.get $l2) (local.get $bytes))
          (i8x16.swizzle (local.get $h2) (local.get $high))))
        (local.set $found (v128.and (local.get $found)
          (i8x16.shuffle 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 (local.get $before2) (local.get $here))))
        (local.set $before2 (local.get $here))
        (if (v128.any_true (local.get $found))
          (then
            ;; A bit for each place without a candidate, turned round.
            (local.set $bits (i32.xor (i32.const 0xffff)
              (i8x16.bitmask (i8x16.eq (local.get $found) (v128.const i32x4 0 0 0 0)))))
            (loop $each
              (local.set $at (i32.sub (i32.add (local.get $from) (i32.ctz (local.get $bits))) (i32.const 3)))
              (br_if $done (i32.load8_u offset=4096 (i32.shr_u
                (i32.mul (i32.or (i32.load (local.get $at)) (i32.const 0x20202020)) (i32.const 0x9e3779b1))
                (i32.const 19))))
              (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
              (br_if $each (local.get $bits)))))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (br $next)))
    (local.set $to (i32.sub (local.get $to) (i32.const 3)))
    (if (result i32) (i32.lt_u (local.get $at) (local.get $to))
      (then (local.get $at))
      (else (local.get $to))))

  ;; 1 when one of the bytes in [from, to) is zero, else 0.
  (func (export "nul") (param $from i32) (param $to i32) (result i32)
    (block $none
      (block $found
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
