;; Products of one question with many rows of codes, by SIMD that every engine has: bytes are widened to 16 bits first.
(module
  (import "kernel" "memory" (memory 1))
  (func (export "scan")
    (param $question i32) (param $codes i32) (param $mask i32)
    (param $from i32) (param $to i32) (param $stride i32) (param $out i32)
    (local $row i32) (local $code i32) (local $at i32) (local $sum v128)
    (local $left v128) (local $right v128)
    (local.set $row (local.get $from))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $row) (local.get $to)))
        ;; One bit a row: a row that is left out is not read.
        (if (i32.and
              (i32.shr_u
                (i32.load8_u (i32.add (local.get $mask) (i32.shr_u (local.get $row) (i32.const 3))))
                (i32.and (local.get $row) (i32.const 7)))
              (i32.const 1))
          (then
            (local.set $code (i32.add (local.get $codes) (i32.mul (local.get $row) (local.get $stride))))
            (local.set $sum (v128.const i32x4 0 0 0 0))
            (local.set $at (i32.const 0))
            (loop $columns
              (local.set $left (v128.load (i32.add (local.get $question) (local.get $at))))
              (local.set $right (v128.load (i32.add (local.get $code) (local.get $at))))
              (local.set $sum
                (i32x4.add
                  (local.get $sum)
                  (i32x4.add
                    (i32x4.dot_i16x8_s
                      (i16x8.extend_low_i8x16_s (local.get $left))
                      (i16x8.extend_low_i8x16_s (local.get $right)))
                    (i32x4.dot_i16x8_s
                      (i16x8.extend_high_i8x16_s (local.get $left))
                      (i16x8.extend_high_i8x16_s (local.get $right))))))
              (local.set $at (i32.add (local.get $at) (i32.const 16)))
              (br_if $columns (i32.lt_u (local.get $at) (local.get $stride))))
            (i32.store
              (i32.add (local.get $out) (i32.shl (i32.sub (local.get $row) (local.get $from)) (i32.const 2)))
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $rows)))))
