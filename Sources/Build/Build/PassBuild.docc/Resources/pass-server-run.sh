swift build -c release
.build/release/PassServer bakery-coupon.pass identity 8080 &
curl -o coupon.pkpass http://127.0.0.1:8080/passes/KB-2031-0418
curl --data-binary @coupon.pkpass http://127.0.0.1:8080/check
